import type { InvitationId, OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Invitation, InvitationTerms } from './invitation';
import { InvitationEntity } from './invitation.entity';

export interface NewInvitation extends InvitationTerms {
  organizationId: OrganizationId;
  inviterId: UserId;
  /** `null`: valid until it is revoked. */
  minutes: number | null;
}

/** The fields that differ between the invitations of one request. */
export interface NewTicket {
  email: string | null;
  tokenHash: Buffer;
  sealedToken: Buffer;
}

const COLUMNS = `id, organization_id AS "organizationId", inviter_id AS "inviterId", email, sealed_token AS "sealedToken",
  role, channel_ids AS "channelIds", group_ids AS "groupIds", includes_defaults AS "includesDefaults",
  notifies_inviter AS "notifiesInviter", welcome_text AS "welcomeText",
  floor(extract(epoch FROM created_at) * 1000)::bigint AS "createdAt",
  floor(extract(epoch FROM expires_at) * 1000)::bigint AS "expiresAt"`;
/** By the clock of the database, which also sets both times: that is why SQL reads invitations. */
const IS_VALID = '(expires_at IS NULL OR expires_at > now())';

const FIND_BY_TOKEN = `SELECT ${COLUMNS} FROM invitation
  WHERE organization_id = $1 AND token_hash = $2 AND ${IS_VALID}`;
const TAKE_BY_TOKEN = `${FIND_BY_TOKEN} FOR UPDATE`;

/** Valid invitations. Accepted, revoked and expired ones are removed. */
@Injectable()
export class InvitationRepository {
  constructor(
    @InjectRepository(InvitationEntity) private readonly invitations: Repository<InvitationEntity>,
    private readonly database: Database,
  ) {}

  /** Inserts an invitation for each ticket, and returns them in that order. */
  async insert(invitation: NewInvitation, tickets: readonly NewTicket[]): Promise<InvitationId[]> {
    const { organizationId, inviterId, minutes, role, ...terms } = invitation;
    const rows = await this.database.rows<{ id: InvitationId }>(
      `INSERT INTO invitation (organization_id, inviter_id, role, channel_ids, group_ids, includes_defaults,
         notifies_inviter, welcome_text, expires_at, email, token_hash, sealed_token)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, now() + $9::float8 * interval '1 minute', email, hash, sealed
       FROM unnest($10::text[], $11::bytea[], $12::bytea[]) WITH ORDINALITY AS ticket (email, hash, sealed, place)
       ORDER BY place RETURNING id`,
      [
        organizationId,
        inviterId,
        role,
        terms.channelIds,
        terms.groupIds,
        terms.includesDefaults,
        terms.notifiesInviter,
        terms.welcomeText,
        minutes,
        tickets.map(({ email }) => email),
        tickets.map(({ tokenHash }) => tokenHash),
        tickets.map(({ sealedToken }) => sealedToken),
      ],
    );
    return rows.map(({ id }) => id);
  }

  /** Newest first. A `null` `inviterId` lists those of all users. */
  list(organizationId: OrganizationId, inviterId: UserId | null): Promise<Invitation[]> {
    return this.database.rows<Invitation>(
      `SELECT ${COLUMNS} FROM invitation
       WHERE organization_id = $1 AND ($2::bigint IS NULL OR inviter_id = $2) AND ${IS_VALID} ORDER BY id DESC`,
      [organizationId, inviterId],
    );
  }

  /** Latest first. */
  listTo(organizationId: OrganizationId, email: string): Promise<Invitation[]> {
    return this.database.rows<Invitation>(
      `SELECT ${COLUMNS} FROM invitation
       WHERE organization_id = $1 AND lower(email) = lower($2) AND ${IS_VALID} ORDER BY id DESC`,
      [organizationId, email],
    );
  }

  find(organizationId: OrganizationId, id: number): Promise<Invitation | null> {
    return this.database.row<Invitation>(
      `SELECT ${COLUMNS} FROM invitation WHERE organization_id = $1 AND id = $2 AND ${IS_VALID}`,
      [organizationId, id],
    );
  }

  /** Called in the transaction of the acceptance. `isTaken` locks the row until the transaction ends. */
  findByToken(organizationId: OrganizationId, tokenHash: Buffer, isTaken = false): Promise<Invitation | null> {
    return this.database.row<Invitation>(isTaken ? TAKE_BY_TOKEN : FIND_BY_TOKEN, [organizationId, tokenHash]);
  }

  /** Which of the addresses have an invitation, in lower case. */
  async invited(organizationId: OrganizationId, emails: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.rows<{ email: string }>(
      `SELECT DISTINCT lower(email) AS email FROM invitation
       WHERE organization_id = $1 AND lower(email) = ANY($2::text[]) AND ${IS_VALID}`,
      [organizationId, emails.map((email) => email.toLowerCase())],
    );
    return new Set(rows.map(({ email }) => email));
  }

  async remove(id: InvitationId): Promise<void> {
    await this.invitations.delete({ id });
  }

  /** Removes all invitations to addresses that now have an account. Returns the users who sent them, each once. */
  async removeTo(organizationId: OrganizationId, emails: readonly string[]): Promise<UserId[]> {
    const rows = await this.database.rows<{ inviterId: UserId }>(
      `DELETE FROM invitation WHERE organization_id = $1 AND lower(email) = ANY ($2::text[])
       RETURNING inviter_id AS "inviterId"`,
      [organizationId, emails.map((email) => email.toLowerCase())],
    );
    return [...new Set(rows.map(({ inviterId }) => inviterId))];
  }

  /** Removes a user's invitations to roles stronger than `weakest`. Returns their ids. */
  async removeOf(inviterId: UserId, weakest: number): Promise<InvitationId[]> {
    const rows = await this.database.rows<{ id: InvitationId }>(
      'DELETE FROM invitation WHERE inviter_id = $1 AND role < $2 RETURNING id',
      [inviterId, weakest],
    );
    return rows.map(({ id }) => id).sort((one, other) => one - other);
  }

  /** Restarts the validity period. */
  async renew(id: InvitationId): Promise<void> {
    await this.database.write(
      'UPDATE invitation SET created_at = now(), expires_at = now() + (expires_at - created_at) WHERE id = $1',
      [id],
    );
  }

  /** Adds to today's number of invitations. `false`: the limit would be exceeded, and nothing is added. */
  async count(organizationId: OrganizationId, more: number, limit: number): Promise<boolean> {
    const written = await this.database.write(
      `INSERT INTO invitation_tally AS t (organization_id, day, sent) SELECT $1, current_date, $2::integer WHERE $2::integer <= $3::integer
       ON CONFLICT (organization_id, day) DO UPDATE SET sent = t.sent + $2::integer
       WHERE t.sent + $2::integer <= $3::integer`,
      [organizationId, more, limit],
    );
    return written === 1;
  }

  async purge(): Promise<void> {
    await this.database.write('DELETE FROM invitation WHERE expires_at < now()');
    await this.database.write(`DELETE FROM invitation_tally WHERE day < current_date - 2`);
  }
}

import { single } from '@app/kernel';
import type { InvitationId, OrganizationId, UserId } from '@app/kernel';
import { Actor, lock, Secrets, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '../records/email-address';
import type { Facts } from '../audit/audit-entry';
import { assertMayInviteAs, DAILY_INVITATIONS, Invitation, InvitationTerms } from './invitation';
import {
  InvitationFailed,
  InvitationHasNoAddressee,
  InvitationIsUnknown,
  Uninvited,
} from '../confirmations/link.errors';
import type { Organization } from '../records/organization';
import { isAdministrator } from '../roles/role';
import { ANYBODY, isEmailVisibleTo, User } from '../records/user';
import { InvitationRepository } from './invitation.repository';
import { UserRepository } from '../records/user.repository';
import { assertNotGuest } from '../permissions/access';
import { AccountMails } from '../confirmations/account-mails.service';
import { AddressRules } from '../email-domains/address-rules.service';
import type { AuditAction } from '../audit/audit-words';
import { Audit } from '../audit/audit.service';
import { hashOfToken, newToken } from '../confirmations/confirmations.service';
import { InvitationClientEvents } from './invitation.client-events';
import { InvitationRights, WantedTerms } from './invitation-rights.service';
import { Organizations } from '../organizations/organizations.service';

/** Invitations by mail to single addresses, and reusable links (docs/protocol/organizations.md). */
@Injectable()
export class Invitations {
  constructor(
    private readonly rows: InvitationRepository,
    private readonly users: UserRepository,
    private readonly organizations: Organizations,
    private readonly invitationRights: InvitationRights,
    private readonly addresses: AddressRules,
    private readonly mails: AccountMails,
    private readonly clients: InvitationClientEvents,
    private readonly audit: Audit,
    private readonly secrets: Secrets,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Sends an invitation to each admitted address. The error `InvitationFailed` then names the other addresses. An
   * address of a hidden account is invited like one without an account; only the recipient of the mail is told that
   * there is an account.
   * @throws InvitingIsNotPermitted, MustNotBeGuest, MustBeOwner, MustBeAdministrator, InvitationTermIsInvalid,
   * InvitationHasNoAddressee, InvitationFailed, UserGroupIsUnknown, and what `InvitationChannels` throws
   */
  async send(actor: Actor, emails: readonly string[], wanted: WantedTerms): Promise<void> {
    const uninvited = await this.transactions.run([lock.organization(actor.organizationId)], async () => {
      const organization = await this.organizations.current(actor.organizationId);
      const { inviter, terms } = await this.invitationRights.check(
        actor,
        organization,
        'can_invite_users_group',
        wanted,
      );
      if (emails.length === 0) throw new InvitationHasNoAddressee();
      await this.assertAreAddresses(organization, emails);
      const { invitable, hidden, others } = await this.sorted(organization.id, inviter, emails);
      const isWithinLimit = await this.rows.count(organization.id, invitable.length, DAILY_INVITATIONS);
      if (!isWithinLimit) throw tooMany();
      await this.write(organization, inviter, terms, wanted.minutes, invitable, hidden);
      if (invitable.length > 0) await this.clients.tellChanged(organization.id, [actor.userId]);
      return others;
    });
    if (uninvited.length === 0) return;
    const sent = uninvited.length < emails.length;
    const message = sent
      ? 'Some of those addresses have accounts already and were not invited. The others were'
      : 'All of those addresses have accounts already: nobody was invited';
    throw new InvitationFailed(message, { errors: uninvited, sent });
  }

  /**
   * Creates a reusable link. Returns its address.
   * @throws as `send`, and nothing about addresses
   */
  makeLink(actor: Actor, wanted: WantedTerms): Promise<string> {
    return this.transactions.run([lock.organization(actor.organizationId)], async () => {
      const organization = await this.organizations.current(actor.organizationId);
      const { inviter, terms } = await this.invitationRights.check(
        actor,
        organization,
        'create_multiuse_invite_group',
        wanted,
      );
      const token = single(await this.write(organization, inviter, terms, wanted.minutes, [null]));
      await this.clients.tellChanged(organization.id, [actor.userId]);
      return linkOf(organization, token);
    });
  }

  /** Newest first. Administrators see all invitations, other users their own. Links have their address. */
  async list(actor: Actor): Promise<(Invitation & { url: string | null })[]> {
    assertNotGuest(actor);
    const organization = await this.organizations.cached(actor);
    const all = await this.rows.list(actor.organizationId, isAdministrator(actor.role) ? null : actor.userId);
    return all.map((one) => ({
      ...one,
      url: one.email === null ? linkOf(organization, this.secrets.open(one.sealedToken)) : null,
    }));
  }

  /** `false`: mails are kept for the operator of the server. */
  get areMailed(): boolean {
    return this.mails.areSent;
  }

  /**
   * Sends the mail again and restarts the validity period.
   * @throws InvitationIsUnknown, MustBeOwner, MustBeAdministrator
   */
  async resend(actor: Actor, id: number): Promise<void> {
    await this.transactions.run([lock.organization(actor.organizationId)], async () => {
      const organization = await this.organizations.current(actor.organizationId);
      const { invitation, acting } = await this.own(actor, id, false);
      assertMayInviteAs(acting.role, invitation.role);
      if (!(await this.rows.count(organization.id, 1, DAILY_INVITATIONS))) throw tooMany();
      await this.rows.renew(invitation.id);
      const inviter = await this.users.find(organization.id, invitation.inviterId);
      const [email, token] = [invitation.email!, this.secrets.open(invitation.sealedToken)];
      const [holder] = await this.users.findByEmail(organization.id, email);
      await this.mails.invite(organization, named(inviter!), [{ email, token, hasAccount: holder !== undefined }]);
      this.record(organization.id, 'resent', invitation.id, {});
      await this.clients.tellChanged(organization.id, [invitation.inviterId]);
    });
  }

  /** @throws InvitationIsUnknown, also for a link among mails and the other way round; MustBeOwner, MustBeAdministrator */
  async revoke(actor: Actor, id: number, isLink: boolean): Promise<void> {
    await this.transactions.run([lock.organization(actor.organizationId)], async () => {
      const { invitation, acting } = await this.own(actor, id, isLink);
      const { organizationId, inviterId, role } = invitation;
      if (inviterId !== actor.userId) assertMayInviteAs(acting.role, role);
      await this.rows.remove(invitation.id);
      this.record(organizationId, 'revoked', invitation.id, {});
      await this.clients.tellChanged(organizationId, [inviterId]);
    });
  }

  /**
   * The user lost permissions: removes invitations beyond the remaining ones. The caller holds the organization's lock.
   */
  async withdraw(organizationId: OrganizationId, inviterId: UserId, weakestRole: number): Promise<void> {
    const removed = await this.rows.removeOf(inviterId, weakestRole);
    for (const id of removed) this.record(organizationId, 'revoked', id, { inviter_id: inviterId });
    if (removed.length > 0) await this.clients.tellChanged(organizationId, [inviterId]);
  }

  /** The address has an account now: removes its invitations. The caller holds the organization's lock. */
  async settle(organizationId: OrganizationId, emails: readonly string[]): Promise<void> {
    const inviterIds = await this.rows.removeTo(organizationId, emails);
    if (inviterIds.length > 0) await this.clients.tellChanged(organizationId, inviterIds);
  }

  private async assertAreAddresses(organization: Organization, emails: readonly string[]): Promise<void> {
    const errors: Uninvited[] = [];
    for (const email of emails) {
      const reason = isEmailAddress(email) ? await this.addresses.objection(organization, email) : 'Invalid address.';
      if (reason !== null) errors.push([email, reason, false]);
    }
    if (errors.length === 0) return;
    throw new InvitationFailed('Some of those addresses cannot be invited: no invitation was sent', {
      errors,
      sent: false,
    });
  }

  /** `hidden`: invitable addresses that have an account which the inviter may not see. */
  private async sorted(organizationId: OrganizationId, inviter: User, emails: readonly string[]) {
    const holders = await this.users.findByEmails(organizationId, emails);
    const others: Uninvited[] = [];
    const invitable: string[] = [];
    const hidden = new Set<string>();
    const viewer = { userId: inviter.id, role: inviter.role };
    for (const email of emails) {
      const folded = email.toLowerCase();
      const holder = holders.find((one) => [one.email, one.deliveryEmail].some((own) => own.toLowerCase() === folded));
      const isKnown = holder && (holder.email.toLowerCase() === folded || isEmailVisibleTo(holder, viewer));
      if (!isKnown) {
        invitable.push(email);
        if (holder) hidden.add(email);
        continue;
      }
      if (holder.isActive) others.push([email, 'Already has an account.', false]);
      else others.push([email, 'Account has been deactivated.', true]);
    }
    return { invitable, hidden, others };
  }

  /**
   * Stores an invitation for each address, or for `null` a link, and queues the mails. Returns the tokens in that
   * order.
   */
  private async write(
    organization: Organization,
    inviter: User,
    terms: InvitationTerms,
    minutes: number | null,
    emails: readonly (string | null)[],
    hidden: ReadonlySet<string> = new Set(),
  ): Promise<string[]> {
    if (emails.length === 0) return [];
    const organizationId = organization.id;
    const tickets = emails.map((email) => ({ email, token: newToken() }));
    const ids = await this.rows.insert(
      { ...terms, organizationId, inviterId: inviter.id, minutes },
      tickets.map(({ email, token }) => ({
        email,
        tokenHash: hashOfToken(token),
        sealedToken: this.secrets.seal(token),
      })),
    );
    const { role, channelIds, groupIds } = terms;
    for (const [at, id] of ids.entries())
      this.record(organizationId, 'created', id, {
        is_multiuse: emails[at] === null,
        invited_as: role,
        stream_ids: channelIds,
        group_ids: groupIds,
      });
    const mailed = tickets.flatMap(({ email, token }) =>
      email === null ? [] : [{ email, token, hasAccount: hidden.has(email) }],
    );
    await this.mails.invite(organization, named(inviter), mailed);
    return tickets.map(({ token }) => token);
  }

  private async own(actor: Actor, id: number, isLink: boolean): Promise<{ invitation: Invitation; acting: User }> {
    const invitation = await this.rows.find(actor.organizationId, id);
    const acting = await this.invitationRights.acting(actor);
    const isOwn = invitation?.inviterId === actor.userId || isAdministrator(acting.role);
    if (!invitation || !isOwn || (invitation.email === null) !== isLink) throw new InvitationIsUnknown();
    return { invitation, acting };
  }

  private record(organizationId: OrganizationId, action: AuditAction, id: InvitationId, facts: Facts): void {
    const change = action === 'revoked' ? { before: facts } : { after: facts };
    this.audit.record({ organizationId, action, object: { type: 'invitation', id }, ...change });
  }
}

const tooMany = (): InvitationFailed =>
  new InvitationFailed('No more invitations can be sent today', { errors: [], sent: false, dailyLimitReached: true });

const linkOf = ({ url }: Organization, token: string): string => `${url}/join/${token}/`;

/** The mail contains the inviter's address only if that is visible to all. */
const named = (inviter: User) => ({
  fullName: inviter.fullName,
  deliveryEmail: isEmailVisibleTo(inviter, ANYBODY) ? inviter.deliveryEmail : null,
});

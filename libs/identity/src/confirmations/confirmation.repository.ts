import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** An action that a user confirms with a mailed link. */
export interface Confirmation {
  readonly organizationId: OrganizationId;
  /** `null`: there is no account yet. */
  readonly userId: UserId | null;
  readonly email: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const COLUMNS = 'organization_id AS "organizationId", user_id AS "userId", email, payload';

@Injectable()
export class ConfirmationRepository {
  constructor(private readonly database: Database) {}

  async insert(kind: string, { organizationId, userId, email, payload }: Confirmation, hash: Buffer, hours: number) {
    await this.database.write(
      `INSERT INTO confirmation (organization_id, kind, user_id, email, payload, token_hash, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 hour')`,
      [organizationId, kind, userId, email, JSON.stringify(payload), hash, hours],
    );
  }

  find(organizationId: OrganizationId, kind: string, hash: Buffer): Promise<Confirmation | null> {
    return this.database.row<Confirmation>(
      `SELECT ${COLUMNS} FROM confirmation
       WHERE token_hash = $3 AND kind = $2 AND organization_id = $1 AND expires_at > now()`,
      [organizationId, kind, hash],
    );
  }

  /** Deletes the row. Of two concurrent transactions only one gets it. */
  take(organizationId: OrganizationId, kind: string, hash: Buffer): Promise<Confirmation | null> {
    return this.database.row<Confirmation>(
      `DELETE FROM confirmation
       WHERE token_hash = $3 AND kind = $2 AND organization_id = $1 AND expires_at > now() RETURNING ${COLUMNS}`,
      [organizationId, kind, hash],
    );
  }

  /** Removes the links of one account, or of one address without an account. */
  async removeOf(organizationId: OrganizationId, kinds: readonly string[], userId: UserId): Promise<void> {
    await this.database.write(
      'DELETE FROM confirmation WHERE organization_id = $1 AND kind = ANY($2::text[]) AND user_id = $3',
      [organizationId, kinds, userId],
    );
  }

  purge(): Promise<number> {
    return this.database.write('DELETE FROM confirmation WHERE expires_at < now()');
  }
}

import type { OrganizationId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

export interface ScimClient {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly providerId: number;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

const COLUMNS = `c.id, c.organization_id AS "organizationId", c.provider_id AS "providerId", c.created_at AS "createdAt",
  c.last_used_at AS "lastUsedAt"`;

@Injectable()
export class ScimClientRepository {
  constructor(private readonly database: Database) {}

  /** The client of a token, while its provider is in use. */
  findInUse(tokenHash: Buffer): Promise<ScimClient | null> {
    return this.database.row<ScimClient>(
      `SELECT ${COLUMNS} FROM scim_client c JOIN identity_provider p ON p.id = c.provider_id
        WHERE c.token_hash = $1 AND p.is_enabled`,
      [tokenHash],
    );
  }

  /** Oldest first. */
  list(providerId: number): Promise<ScimClient[]> {
    return this.database.rows<ScimClient>(`SELECT ${COLUMNS} FROM scim_client c WHERE provider_id = $1 ORDER BY c.id`, [
      providerId,
    ]);
  }

  async insert(organizationId: OrganizationId, providerId: number, tokenHash: Buffer): Promise<number> {
    const row = await this.database.row<{ id: number }>(
      'INSERT INTO scim_client (organization_id, provider_id, token_hash) VALUES ($1, $2, $3) RETURNING id',
      [organizationId, providerId, tokenHash],
    );
    return row!.id;
  }

  /** Whether there was such a token. */
  async remove(providerId: number, id: number): Promise<boolean> {
    return (
      (await this.database.write('DELETE FROM scim_client WHERE provider_id = $1 AND id = $2', [providerId, id])) > 0
    );
  }

  /** Written at most once a minute. */
  async noteUse(id: number): Promise<void> {
    await this.database.write(
      `UPDATE scim_client SET last_used_at = now()
        WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
      [id],
    );
  }
}

import { ROLE } from '@app/identity';
import type { OrganizationId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { IdentityProvider, ProviderKindName } from './identity-provider';

/** A provider with its secret as it is stored. */
export interface StoredProvider extends IdentityProvider {
  readonly sealedSecret: Buffer | null;
}

export type NewProvider = Omit<StoredProvider, 'id' | 'version'>;

const SELECT = `SELECT id, organization_id AS "organizationId", kind, slug, name, icon, is_enabled AS "isEnabled", settings,
  sealed_secret AS "sealedSecret", version FROM identity_provider`;

@Injectable()
export class IdentityProviderRepository {
  constructor(private readonly database: Database) {}

  /** In the order in which they were made. */
  list(organizationId: OrganizationId): Promise<StoredProvider[]> {
    return this.database.rows<StoredProvider>(`${SELECT} WHERE organization_id = $1 ORDER BY id`, [organizationId]);
  }

  /** Those of all organizations that are in use, of one kind. */
  enabledOfKind(kind: ProviderKindName): Promise<StoredProvider[]> {
    return this.database.rows<StoredProvider>(`${SELECT} WHERE kind = $1 AND is_enabled ORDER BY id`, [kind]);
  }

  find(organizationId: OrganizationId, id: number): Promise<StoredProvider | null> {
    return this.database.row<StoredProvider>(`${SELECT} WHERE organization_id = $1 AND id = $2`, [organizationId, id]);
  }

  findBySlug(organizationId: OrganizationId, slug: string): Promise<StoredProvider | null> {
    return this.database.row<StoredProvider>(`${SELECT} WHERE organization_id = $1 AND slug = $2`, [
      organizationId,
      slug,
    ]);
  }

  /** Whether the provider is in use. It stays so until the transaction ends. */
  async staysInUse(id: number): Promise<boolean> {
    const row = await this.database.row<{ isEnabled: boolean }>(
      'SELECT is_enabled AS "isEnabled" FROM identity_provider WHERE id = $1 FOR SHARE',
      [id],
    );
    return row?.isEnabled === true;
  }

  /** Whether an active owner has logged in at a provider in use, other than the given one. */
  async letsOwnersIn(organizationId: OrganizationId, otherThan: number | null): Promise<boolean> {
    const row = await this.database.row(
      `SELECT 1 FROM identity_provider p JOIN external_identity e ON e.provider_id = p.id
        JOIN user_account u ON u.id = e.user_id
        WHERE p.organization_id = $1 AND p.is_enabled AND p.id IS DISTINCT FROM $2 AND u.is_active AND u.role = $3 LIMIT 1`,
      [organizationId, otherThan, ROLE.owner],
    );
    return row !== null;
  }

  async insert(provider: NewProvider): Promise<number> {
    const { organizationId, kind, slug, name, icon, isEnabled, settings, sealedSecret } = provider;
    const row = await this.database.row<{ id: number }>(
      `INSERT INTO identity_provider (organization_id, kind, slug, name, icon, is_enabled, settings, sealed_secret)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
      [organizationId, kind, slug, name, icon, isEnabled, JSON.stringify(settings), sealedSecret],
    );
    return row!.id;
  }

  async update({ id, name, icon, isEnabled, settings, sealedSecret }: StoredProvider): Promise<void> {
    await this.database.write(
      `UPDATE identity_provider SET name = $2, icon = $3, is_enabled = $4, settings = $5, sealed_secret = $6,
        version = version + 1 WHERE id = $1`,
      [id, name, icon, isEnabled, JSON.stringify(settings), sealedSecret],
    );
  }

  async remove(id: number): Promise<void> {
    await this.database.write('DELETE FROM identity_provider WHERE id = $1', [id]);
  }
}

import type { OrganizationId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** A mail domain whose people log in at one provider. */
export interface LoginDomain {
  readonly domain: string;
  readonly providerId: number;
  /** Nothing else lets them in. */
  readonly isEnforced: boolean;
}

@Injectable()
export class LoginDomainRepository {
  constructor(private readonly database: Database) {}

  /** By name. */
  list(organizationId: OrganizationId): Promise<LoginDomain[]> {
    return this.database.rows<LoginDomain>(
      `SELECT domain, provider_id AS "providerId", is_enforced AS "isEnforced" FROM login_domain
        WHERE organization_id = $1 ORDER BY domain`,
      [organizationId],
    );
  }

  /** The provider that people of the domain must use; `null`: they may log in as others do. */
  async enforcedProvider(organizationId: OrganizationId, domain: string): Promise<number | null> {
    const row = await this.database.row<{ providerId: number }>(
      `SELECT provider_id AS "providerId" FROM login_domain WHERE organization_id = $1 AND domain = $2 AND is_enforced`,
      [organizationId, domain],
    );
    return row?.providerId ?? null;
  }

  async replace(organizationId: OrganizationId, domains: readonly LoginDomain[]): Promise<void> {
    await this.database.write('DELETE FROM login_domain WHERE organization_id = $1', [organizationId]);
    await this.database.write(
      `INSERT INTO login_domain (organization_id, domain, provider_id, is_enforced)
        SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::boolean[])`,
      [
        organizationId,
        domains.map(({ domain }) => domain),
        domains.map(({ providerId }) => providerId),
        domains.map(({ isEnforced }) => isEnforced),
      ],
    );
  }
}

import type { OrganizationId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { EmailDomain } from './email-domain';

@Injectable()
export class EmailDomainRepository {
  constructor(private readonly database: Database) {}

  /** Sorted by name. */
  list(organizationId: OrganizationId): Promise<EmailDomain[]> {
    return this.database.rows<EmailDomain>(
      `SELECT domain, allow_subdomains AS "allowSubdomains" FROM organization_domain
        WHERE organization_id = $1 ORDER BY domain`,
      [organizationId],
    );
  }

  async insert(organizationId: OrganizationId, { domain, allowSubdomains }: EmailDomain): Promise<void> {
    await this.database.write(
      'INSERT INTO organization_domain (organization_id, domain, allow_subdomains) VALUES ($1, $2, $3)',
      [organizationId, domain, allowSubdomains],
    );
  }

  async update(organizationId: OrganizationId, { domain, allowSubdomains }: EmailDomain): Promise<void> {
    await this.database.write(
      'UPDATE organization_domain SET allow_subdomains = $3 WHERE organization_id = $1 AND domain = $2',
      [organizationId, domain, allowSubdomains],
    );
  }

  async remove(organizationId: OrganizationId, domain: string): Promise<void> {
    await this.database.write('DELETE FROM organization_domain WHERE organization_id = $1 AND domain = $2', [
      organizationId,
      domain,
    ]);
  }
}

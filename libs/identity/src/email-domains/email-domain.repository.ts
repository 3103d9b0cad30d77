import type { OrganizationId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { EmailDomain } from './email-domain';
import { EmailDomainEntity } from './email-domain.entity';

@Injectable()
export class EmailDomainRepository {
  constructor(
    @InjectRepository(EmailDomainEntity) private readonly domains: Repository<EmailDomainEntity>,
    private readonly database: Database,
  ) {}

  /** Sorted by name. SQL, as every registration asks for it (ADR 30). */
  list(organizationId: OrganizationId): Promise<EmailDomain[]> {
    return this.database.rows<EmailDomain>(
      `SELECT domain, allow_subdomains AS "allowSubdomains" FROM organization_domain
        WHERE organization_id = $1 ORDER BY domain`,
      [organizationId],
    );
  }

  async insert(organizationId: OrganizationId, { domain, allowSubdomains }: EmailDomain): Promise<void> {
    await this.domains.insert({ organizationId, domain, allowSubdomains });
  }

  async update(organizationId: OrganizationId, { domain, allowSubdomains }: EmailDomain): Promise<void> {
    await this.domains.update({ organizationId, domain }, { allowSubdomains });
  }

  async remove(organizationId: OrganizationId, domain: string): Promise<void> {
    await this.domains.delete({ organizationId, domain });
  }
}

import type { DomainEvents } from '@app/kernel';
import { ReactsTo } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { OrganizationChanges } from './organization-changes.service';

/** What an organization's settings become when something that they speak of goes. */
@Injectable()
export class OrganizationReactions {
  constructor(private readonly changes: OrganizationChanges) {}

  /** Without a listed domain no user could join: every domain is admitted again. */
  @ReactsTo('LastEmailDomainRemoved', 'identity')
  async lastEmailDomainRemoved(actor: DomainEvents['LastEmailDomainRemoved']): Promise<void> {
    await this.changes.change(actor, { settings: { emailsRestrictedToDomains: false }, permissions: {} });
  }
}

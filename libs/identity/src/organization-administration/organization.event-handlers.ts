import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { OrganizationChanges } from './organization-changes.service';

/** Updates an organization's settings when an object that they refer to is removed. */
@Injectable()
export class OrganizationEventHandlers {
  constructor(private readonly changes: OrganizationChanges) {}

  /** Without a listed domain no user could join, so all domains are admitted. */
  @OnDomainEvent('LastEmailDomainRemoved', 'identity')
  async lastEmailDomainRemoved(actor: DomainEvents['LastEmailDomainRemoved']): Promise<void> {
    await this.changes.change(actor, { settings: { emailsRestrictedToDomains: false }, permissions: {} });
  }
}

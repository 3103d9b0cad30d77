import { DomainEventBus, Raises } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import type { NewcomerChannels } from '../events';
import type { Organization } from '../records/organization';
import type { User } from '../records/user';
import { UserClientEvents } from './users.client-events';

/** Says in the transaction of a new account that it was created. */
@Injectable()
export class UserArrivals {
  constructor(
    private readonly clients: UserClientEvents,
    private readonly events: DomainEventBus,
    private readonly audit: Audit,
  ) {}

  /**
   * Writes the audit entry, and tells all users of the organization.
   * @param facts what the audit entry says besides the role
   */
  async tell(user: User, organization: Organization, facts: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const { id, organizationId, role } = user;
    this.audit.record({ organizationId, action: 'created', object: { type: 'user', id }, after: { role, ...facts } });
    await this.clients.tellAdded(user, organization);
  }

  /** Runs the reactions, which may subscribe the user to channels. Called after clients were told of the user. */
  @Raises('UserCreated')
  raiseCreated({ organizationId, id: userId, role, isBot }: User, joining: NewcomerChannels | null): Promise<void> {
    return this.events.raise('UserCreated', { organizationId, userId, role, isBot, joining });
  }
}

import { DomainEventBus, Raises } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import type { NewcomerChannels } from '../events';
import type { Organization } from '../records/organization';
import type { User } from '../records/user';
import { UserClientEvents } from './users.client-events';

/** Tells clients and other contexts, in the transaction of new accounts, that these were created. */
@Injectable()
export class UserCreationEvents {
  constructor(
    private readonly clients: UserClientEvents,
    private readonly events: DomainEventBus,
    private readonly audit: Audit,
  ) {}

  /**
   * Writes the audit entries, and tells all users of the organization.
   * @param facts what the audit entries say besides the role
   */
  async tell(
    users: readonly User[],
    organization: Organization,
    facts: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const { id: organizationId } = organization;
    for (const { id, role } of users)
      this.audit.record({ organizationId, action: 'created', object: { type: 'user', id }, after: { role, ...facts } });
    await this.clients.tellAdded(users, organization);
  }

  /**
   * Runs the handlers, which may subscribe the users to channels. Called after clients were told of the users.
   * @param users all of them bots, or none
   */
  @Raises('UsersCreated')
  async raiseCreated(users: readonly User[], joining: NewcomerChannels | null): Promise<void> {
    const [first] = users;
    if (!first) return;
    const { organizationId, isBot: areBots } = first;
    await this.events.raise('UsersCreated', { organizationId, userIds: users.map(({ id }) => id), areBots, joining });
  }
}

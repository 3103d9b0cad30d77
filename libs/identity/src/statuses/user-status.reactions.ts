import type { DomainEvents } from '@app/kernel';
import { ReactsTo } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { UserStatusClientEvents } from './user-status.client-events';
import { UserStatusRepository } from './user-status.repository';

/** What is told of a status when its account joins, comes back, or shows or hides its presence. */
@Injectable()
export class UserStatusReactions {
  constructor(
    private readonly rows: UserStatusRepository,
    private readonly clients: UserStatusClientEvents,
  ) {}

  /** Accounts may begin with their presence hidden: older clients call that being away. */
  @ReactsTo('UserCreated', 'identity')
  async userCreated({ organizationId, userId }: DomainEvents['UserCreated']): Promise<void> {
    const { isAway } = await this.rows.get(userId);
    if (isAway) await this.clients.tellAway(organizationId, userId, true);
  }

  /** Clients were not told of their statuses meanwhile. */
  @ReactsTo('UserReactivated', 'identity')
  async userReactivated({ organizationId, userId }: DomainEvents['UserReactivated']): Promise<void> {
    const { text, emoji, isAway } = await this.rows.get(userId);
    if (text !== '' || emoji) await this.clients.tellChanged(organizationId, userId, { text, emoji });
    if (isAway) await this.clients.tellAway(organizationId, userId, true);
  }

  @ReactsTo('PersonalSettingsChanged', 'identity')
  async personalSettingsChanged(event: DomainEvents['PersonalSettingsChanged']): Promise<void> {
    const { organizationId, userId, changes } = event;
    if (changes.presence_enabled === undefined) return;
    await this.clients.tellAway(organizationId, userId, changes.presence_enabled === false);
  }
}

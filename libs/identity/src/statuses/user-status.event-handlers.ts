import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { UserStatusClientEvents } from './user-status.client-events';
import { UserStatusRepository } from './user-status.repository';

/** Tells clients about a status when its account joins, is reactivated, or shows or hides its presence. */
@Injectable()
export class UserStatusEventHandlers {
  constructor(
    private readonly rows: UserStatusRepository,
    private readonly clients: UserStatusClientEvents,
  ) {}

  /** A new account may begin with hidden presence, which older clients call "away". */
  @OnDomainEvent('UsersCreated', 'identity')
  async usersCreated({ organizationId, userIds }: DomainEvents['UsersCreated']): Promise<void> {
    for (const userId of await this.rows.awayAmong(userIds)) await this.clients.tellAway(organizationId, userId, true);
  }

  /** Clients received no status of deactivated users. */
  @OnDomainEvent('UserReactivated', 'identity')
  async userReactivated({ organizationId, userId }: DomainEvents['UserReactivated']): Promise<void> {
    const { text, emoji, isAway } = await this.rows.get(userId);
    if (text !== '' || emoji) await this.clients.tellChanged(organizationId, userId, { text, emoji });
    if (isAway) await this.clients.tellAway(organizationId, userId, true);
  }

  @OnDomainEvent('PersonalSettingsChanged', 'identity')
  async personalSettingsChanged(event: DomainEvents['PersonalSettingsChanged']): Promise<void> {
    const { organizationId, userId, changes } = event;
    if (changes.presence_enabled === undefined) return;
    await this.clients.tellAway(organizationId, userId, changes.presence_enabled === false);
  }
}

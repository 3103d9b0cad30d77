import type { DomainEvents } from '@app/kernel';
import { ReactsTo } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { UserStatusRepository } from './user-status.repository';
import { UserStatusClientEvents } from './user-status.client-events';

/** What newcomers bring with them. */
@Injectable()
export class PersonalReactions {
  constructor(
    private readonly statuses: UserStatusRepository,
    private readonly clients: UserStatusClientEvents,
  ) {}

  /** Where newcomers do not let it be known at first whether they are there, older clients are told that they are away. */
  @ReactsTo('UserCreated', 'identity')
  async userCreated({ organizationId, userId }: DomainEvents['UserCreated']): Promise<void> {
    const { isAway } = await this.statuses.get(userId);
    if (isAway) await this.clients.tellAway(organizationId, userId, true);
  }
}

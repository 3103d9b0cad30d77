import type { DomainEvents } from '@app/kernel';
import { ReactsTo } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { REASON } from './scheduled-message';
import { ScheduledMessageRepository } from './scheduled-message.repository';

/** What becomes of scheduled messages when a user leaves. */
@Injectable()
export class ScheduledReactions {
  constructor(private readonly messages: ScheduledMessageRepository) {}

  /**
   * They end with the account: nothing is sent in its name, also when it comes back. It finds them in its lists then. No
   * client has to be told: none is left.
   */
  @ReactsTo('UserDeactivated', 'messaging')
  async endWhatWaits({ userId }: DomainEvents['UserDeactivated']): Promise<void> {
    await this.messages.failAll(userId, REASON.deactivated);
  }
}

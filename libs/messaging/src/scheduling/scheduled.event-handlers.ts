import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { REASON } from './scheduled-message';
import { ScheduledMessageRepository } from './scheduled-message.repository';

/** Ends scheduled messages when their author is deactivated. */
@Injectable()
export class ScheduledEventHandlers {
  constructor(private readonly messages: ScheduledMessageRepository) {}

  /**
   * The messages fail with the account and are not sent after a reactivation; they are in its list then. The account
   * has no clients to tell.
   */
  @OnDomainEvent('UserDeactivated', 'messaging')
  async endWhatWaits({ userId }: DomainEvents['UserDeactivated']): Promise<void> {
    await this.messages.failAll(userId, REASON.deactivated);
  }
}

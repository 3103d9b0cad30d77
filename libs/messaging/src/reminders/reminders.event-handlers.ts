import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ReminderRepository } from './reminder.repository';

/** Ends reminders when their user is deactivated. */
@Injectable()
export class RemindersEventHandlers {
  constructor(private readonly reminders: ReminderRepository) {}

  /**
   * The reminders fail with the account, and are in its list after a reactivation. The account has no clients to tell.
   */
  @OnDomainEvent('UserDeactivated', 'messaging')
  async endWhatWaits({ userId }: DomainEvents['UserDeactivated']): Promise<void> {
    await this.reminders.failAll(userId);
  }
}

import type { DomainEvents } from '@app/kernel';
import { ReactsTo } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ReminderRepository } from './reminder.repository';

/** What becomes of reminders when their user leaves. */
@Injectable()
export class RemindersReactions {
  constructor(private readonly reminders: ReminderRepository) {}

  /** They end with the account, and are in its list when it comes back. No client has to be told: none is left. */
  @ReactsTo('UserDeactivated', 'messaging')
  async endWhatWaits({ userId }: DomainEvents['UserDeactivated']): Promise<void> {
    await this.reminders.failAll(userId);
  }
}

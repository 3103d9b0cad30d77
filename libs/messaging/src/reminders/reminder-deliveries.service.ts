import type { ChannelId, UserId } from '@app/kernel';
import { Actor, lock, Log, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MessageIsInvalid } from '../errors';
import { reminder as reminderText, ReferencedMessage } from './reminder-text';
import { DueReminder, ReminderRepository } from './reminder.repository';
import { Author, Authors } from '../authors/authors.service';
import { LaterDeliveries } from '../scheduling/later-deliveries.service';
import { Messages } from '../messages/messages.service';
import { Notices } from '../notices/notices.service';
import { ReminderClientEvents } from './reminder.client-events';
import { referencedMessage } from './reminders.service';

/**
 * Sends each reminder once: the transaction that stores the notification bot's message removes the reminder. A late
 * reminder is still sent.
 */
@Injectable()
export class ReminderDeliveries extends LaterDeliveries<DueReminder> {
  readonly name = 'reminders';

  constructor(
    private readonly rows: ReminderRepository,
    private readonly messages: Messages,
    private readonly clients: ReminderClientEvents,
    private readonly notices: Notices,
    private readonly transactions: Transactions,
    authors: Authors,
    workers: Workers,
    log: Log,
  ) {
    super(rows, authors, workers, log);
  }

  protected ownerOf({ userId }: DueReminder): UserId {
    return userId;
  }

  protected async deliver(reminder: DueReminder, author: Author): Promise<boolean> {
    if (author.organization.isDeactivated || !author.user.isActive) await this.giveUp(reminder);
    else await this.remind(reminder, author.actor);
    return true;
  }

  protected async giveUp({ id, userId }: DueReminder): Promise<void> {
    await this.transactions.run([lock.user(userId)], async () => {
      const failed = await this.rows.fail(id);
      if (!failed) return;
      this.clients.tellRemoved(failed);
      this.clients.tellAdded(failed);
    });
  }

  private async remind(reminder: DueReminder, reader: Actor): Promise<void> {
    const { organizationId, userId, note } = reminder;
    const message = await this.find(reader, reminder.messageId);
    const linkedChannelIds = message?.channel ? [message.channel.id as ChannelId] : [];
    const content = reminderText(message, note);
    await this.transactions.run([lock.user(userId)], async () => {
      if (!(await this.rows.claim(reminder.id))) return;
      this.clients.tellRemoved(reminder);
      this.notices.direct({ organizationId, userIds: [userId], content, linkedChannelIds });
    });
  }

  /** The current message; `null`: it is deleted, or the reader lost access. */
  private async find(reader: Actor, messageId: number): Promise<ReferencedMessage | null> {
    try {
      return referencedMessage(await this.messages.get(reader, messageId));
    } catch (error) {
      if (error instanceof MessageIsInvalid) return null;
      throw error;
    }
  }
}

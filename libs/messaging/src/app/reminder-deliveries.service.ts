import type { ChannelId } from '@app/kernel';
import { Actor, Backlog, isDatabaseAway, lock, Log, Transactions, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { MessageIsInvalid } from '../domain/errors';
import { reminder as reminderText, SpokenOf } from '../domain/scheduled-text';
import { DueReminder, ReminderRepository } from '../store/reminder.repository';
import { Author, Authors } from './authors.service';
import { inLanes } from './lanes';
import { Messages } from './messages.service';
import { Notices } from './notices.service';
import { ReminderClientEvents } from './reminder.client-events';
import { spokenOf } from './reminders.service';

const BATCH = 200;
const EVERY_MS = 1_000;
/** After that somebody else takes up what a node has taken up: it was killed, or is very slow. */
const LEASE_SECONDS = 30;
const RETRY_MS = 1_000;
const MOST_ATTEMPTS = 5;

/**
 * Reminds people, each time once: the reminder goes in the transaction that writes down what the notification bot has to
 * say. However late: whoever wanted to be reminded wants it still.
 */
@Injectable()
export class ReminderDeliveries implements Worker, OnModuleInit {
  readonly name = 'reminders';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly rows: ReminderRepository,
    private readonly authors: Authors,
    private readonly messages: Messages,
    private readonly clients: ReminderClientEvents,
    private readonly notices: Notices,
    private readonly transactions: Transactions,
    private readonly workers: Workers,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  /** More is due at once if something could be done about this. */
  async work(signal: AbortSignal): Promise<boolean> {
    const due = await this.rows.lease(BATCH, LEASE_SECONDS);
    if (due.length === 0) return false;
    const authors = await this.authors.of(due);
    let settled = 0;
    await inLanes(
      due,
      ({ userId }) => userId,
      async (lane) => {
        for (const [at, reminder] of lane.entries()) {
          if (signal.aborted) return this.rows.release(lane.slice(at).map(({ id }) => id));
          if (await this.attempt(reminder, authors.get(reminder.userId)!)) settled++;
        }
      },
    );
    return settled > 0;
  }

  backlog(): Promise<Backlog> {
    return this.rows.backlog();
  }

  /** False: it is still to be said. @throws what keeps everything from being said */
  private async attempt(reminder: DueReminder, author: Author): Promise<boolean> {
    try {
      if (author.organization.isDeactivated || !author.user.isActive) await this.giveUp(reminder);
      else await this.remind(reminder, author.actor);
      return true;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      this.log.warn('somebody could not be reminded', { reminder: reminder.id, error });
      if (reminder.attempts + 1 >= MOST_ATTEMPTS) await this.giveUp(reminder);
      else await this.rows.postpone(reminder.id, RETRY_MS * 2 ** reminder.attempts);
      return false;
    }
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

  /** As it is now; null: it is gone, or no longer for this reader. */
  private async find(reader: Actor, messageId: number): Promise<SpokenOf | null> {
    try {
      return spokenOf(await this.messages.get(reader, messageId));
    } catch (error) {
      if (error instanceof MessageIsInvalid) return null;
      throw error;
    }
  }

  private async giveUp({ id, userId }: DueReminder): Promise<void> {
    await this.transactions.run([lock.user(userId)], async () => {
      const failed = await this.rows.fail(id);
      if (!failed) return;
      this.clients.tellRemoved(failed);
      this.clients.tellAdded(failed);
    });
  }
}

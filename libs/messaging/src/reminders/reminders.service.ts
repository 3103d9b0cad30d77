import { UNKNOWN_NAME } from '@app/identity';
import { Clock } from '@app/kernel';
import { Actor, lock, RowQuota, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { normaliseNote, Reminder } from './reminder';
import { ReminderIsUnknown } from '../scheduling/scheduled.errors';
import { assertInFuture } from '../scheduling/scheduled-message';
import { reminderToCome, ReferencedMessage } from './reminder-text';
import { ReminderRepository } from './reminder.repository';
import { REMINDERS } from '../row-limits';
import type { ReaderMessageView } from '../message-views/message-views.service';
import { Messages } from '../messages/messages.service';
import { ReminderClientEvents } from './reminder.client-events';
import { Renderings } from '../rendering/renderings.service';

export interface ReminderRequest {
  readonly messageId: number;
  /** UNIX seconds. */
  readonly deliverAt: number;
  /** May be empty. */
  readonly note: string;
}

/** Reminders about messages, private to their users (docs/protocol/scheduled.md). */
@Injectable()
export class Reminders {
  constructor(
    private readonly rows: ReminderRepository,
    private readonly messages: Messages,
    private readonly renderings: Renderings,
    private readonly clients: ReminderClientEvents,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly rowQuota: RowQuota,
  ) {}

  /** Ordered by due time. */
  list(actor: Actor): Promise<Reminder[]> {
    return this.rows.listOwn(actor.userId);
  }

  /** @throws DeliveryTimeIsNotInFuture, ReminderNoteIsTooLong, MessageIsInvalid */
  async create(actor: Actor, { messageId, deliverAt, note: written }: ReminderRequest): Promise<number> {
    const { organizationId, userId } = actor;
    assertInFuture(deliverAt, this.clock.now().getTime());
    const note = normaliseNote(written);
    const viewed = await this.messages.get(actor, messageId);
    const content = reminderToCome(referencedMessage(viewed), note);
    const html = await this.renderings.preview(actor, content);
    return this.transactions.run([lock.user(userId)], async () => {
      await this.rowQuota.assert(REMINDERS, userId);
      const added = { organizationId, userId, messageId: viewed.view.id, note, content, html, deliverAt };
      const reminder = await this.rows.insert(added);
      this.clients.tellAdded(reminder);
      return reminder.id;
    });
  }

  /** @throws ReminderIsUnknown */
  async delete({ organizationId, userId }: Actor, id: number): Promise<void> {
    await this.transactions.run([lock.user(userId)], async () => {
      if (!(await this.rows.removeOwn(userId, id))) throw new ReminderIsUnknown();
      this.clients.tellRemoved({ organizationId, userId, id });
    });
  }
}

/** The message, as far as its viewer may see it. */
export function referencedMessage({ view }: ReaderMessageView): ReferencedMessage {
  const { id, content, sender, channel, topic, conversation } = view;
  return {
    id,
    content,
    sender: sender.fullName === UNKNOWN_NAME ? null : { id: sender.id, name: sender.fullName },
    channel: channel && { id: channel.id, name: channel.name, topic },
    participantIds: (conversation?.participants ?? []).map((person) => person.id),
  };
}

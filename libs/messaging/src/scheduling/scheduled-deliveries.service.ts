import { DomainError } from '@app/kernel';
import type { UserId } from '@app/kernel';
import { lock, Log, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { addressees, REASON } from './scheduled-message';
import { notSent } from './scheduled-text';
import { DueMessage, ScheduledMessageRepository } from './scheduled-message.repository';
import { Author, Authors } from '../authors/authors.service';
import { ChannelMessages } from '../sending/channel-messages.service';
import { DirectMessages } from '../sending/direct-messages.service';
import type { Draft } from '../writing/message-preparation.service';
import { LaterDeliveries } from './later-deliveries.service';
import { Notices } from '../notices/notices.service';
import { ScheduledMessageClientEvents } from './scheduled-message.client-events';

/** The time for which sent messages are remembered. */
const REMEMBERED_DAYS = 30;
const FORGOTTEN_AT_ONCE = 500;
const FORGET_EVERY_MS = 60 * 60 * 1000;

/** It was sent or changed meanwhile, or an earlier message of the same author is still unsent. */
class IsNotItsTurn extends Error {}

/**
 * Sends due messages, each once: the transaction that sends a message also claims it. Messages of one author are sent
 * in order, those of different authors in parallel. A message that cannot be sent stays in its author's list, and the
 * author is told the reason.
 */
@Injectable()
export class ScheduledDeliveries extends LaterDeliveries<DueMessage> {
  readonly name = 'scheduled_messages';
  private forgotAt = 0;

  constructor(
    private readonly rows: ScheduledMessageRepository,
    private readonly channelMessages: ChannelMessages,
    private readonly directMessages: DirectMessages,
    private readonly clients: ScheduledMessageClientEvents,
    private readonly notices: Notices,
    private readonly transactions: Transactions,
    authors: Authors,
    workers: Workers,
    log: Log,
  ) {
    super(rows, authors, workers, log);
  }

  override async work(signal: AbortSignal): Promise<boolean> {
    await this.forget();
    return super.work(signal);
  }

  protected ownerOf({ senderId }: DueMessage): UserId {
    return senderId;
  }

  protected async deliver(message: DueMessage, author: Author): Promise<boolean> {
    try {
      const reason = whyNot(message, author);
      if (reason === null) await this.send(message, author);
      else await this.fail(message, author, reason);
      return true;
    } catch (error) {
      if (error instanceof IsNotItsTurn) {
        await this.rows.release([message]);
        return false;
      }
      if (!(error instanceof DomainError)) throw error;
      await this.fail(message, author, error.message);
      return true;
    }
  }

  protected giveUp(message: DueMessage, author: Author): Promise<void> {
    return this.fail(message, author, REASON.broken);
  }

  /** Sends like every other message, with all checks. */
  private async send(message: DueMessage, { actor }: Author): Promise<void> {
    const { content, channelId, topic, recipientIds, senderId, client } = message;
    const isNote = recipientIds?.length === 0;
    const draft: Draft = {
      content,
      // A scheduled note to self should be unread when it arrives.
      isReadBySender: message.isReadBySender && !isNote,
      echo: null,
      sendStep: {
        locks: [lock.user(senderId)],
        run: async (messageId) => {
          if (!(await this.rows.claim(message, messageId))) throw new IsNotItsTurn();
          this.clients.tellRemoved(message);
        },
      },
    };
    const author = { ...actor, client };
    if (channelId === null) await this.directMessages.send(author, { ...draft, recipients: addressees(message) });
    else await this.channelMessages.send(author, { ...draft, channel: channelId, topic });
  }

  private async fail(message: DueMessage, author: Author, reason: string): Promise<void> {
    const { organizationId, senderId, deliverAt } = message;
    await this.transactions.run([lock.user(senderId)], async () => {
      const failed = await this.rows.fail(message, reason);
      if (!failed) return;
      this.clients.tellUpdated(failed);
      const reader = readerOf(author);
      if (reader === null) return;
      this.notices.direct({ organizationId, userIds: [reader], content: notSent(deliverAt, reason) });
    });
  }

  private async forget(): Promise<void> {
    if (Date.now() - this.forgotAt < FORGET_EVERY_MS) return;
    const forgotten = await this.rows.forgetSent(REMEMBERED_DAYS, FORGOTTEN_AT_ONCE);
    if (forgotten < FORGOTTEN_AT_ONCE) this.forgotAt = Date.now();
  }
}

/** Why the message cannot be sent, as far as known in advance; `null`: no reason. */
function whyNot({ isLate }: DueMessage, { user, organization }: Author): string | null {
  if (organization.isDeactivated) return REASON.closed;
  if (!user.isActive) return REASON.deactivated;
  return isLate ? REASON.late : null;
}

/** The user who is told that it was not sent; for a bot its owner. */
function readerOf({ user, organization }: Author): Author['user']['id'] | null {
  if (organization.isDeactivated || !user.isActive) return null;
  return user.isBot ? user.botOwnerId : user.id;
}

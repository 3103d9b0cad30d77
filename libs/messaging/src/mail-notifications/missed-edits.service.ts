import { NotifiedSubscribers } from '@app/channels';
import type { MessageId } from '@app/kernel';
import { Backlog, Config, chunksOf, Transactions, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { REASON, Reason } from './missed-message';
import { NewMentions, hasNoRecipients } from '../received/new-mentions';
import type { Addressed } from './addressee.repository';
import { MissedEdit, MissedEditRepository } from './missed-edit.repository';
import { MissedMessages, CHUNK } from './missed-messages.service';

const EVERY_MS = 2_000;
const BATCH = 50;

/**
 * Mentions added by an edit count like a new message for the mentioned users. The edit stores the mentions, and a
 * worker later determines who wants a mail.
 */
@Injectable()
export class MissedEdits implements Worker, OnModuleInit {
  readonly name = 'missed_edits';
  readonly everyMs = EVERY_MS;
  private readonly isOn: boolean;

  constructor(
    private readonly rows: MissedEditRepository,
    private readonly missed: MissedMessages,
    private readonly listeners: NotifiedSubscribers,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
    config: Config,
  ) {
    this.isOn = config.smtpUrl !== null;
  }

  onModuleInit(): void {
    this.workers.add(this);
  }

  /** Called in the transaction of the edit. */
  async remember(messageId: MessageId, mentions: NewMentions): Promise<void> {
    if (this.isOn && !hasNoRecipients(mentions)) await this.rows.insert(messageId, mentions);
  }

  /** Each edit of a message is handled separately. */
  async work(signal: AbortSignal): Promise<boolean> {
    if (!this.isOn || (await this.rows.waiting()) === 0) return false;
    const edits = await this.rows.look(BATCH);
    const works = [];
    for (const edit of edits) {
      const { organizationId } = edit.message;
      const items = await this.missed.wanting(organizationId, await this.addressed(edit), [edit.message]);
      works.push({ ...edit, items });
    }
    for (const chunks of chunksOf(works, CHUNK.size)) {
      if (signal.aborted) return false;
      await this.transactions.run([], async () => {
        const claimed = await this.rows.claim(chunks);
        await this.missed.insert(claimed.flatMap(({ items }) => items));
      });
    }
    if (edits.length < BATCH) await this.rows.removeOrphans();
    return edits.length === BATCH;
  }

  async backlog(): Promise<Backlog> {
    return { waiting: await this.rows.waiting(), oldestSeconds: 0 };
  }

  private async addressed({ message, mentions }: MissedEdit): Promise<Addressed[]> {
    const { id: messageId, channelId, senderId } = message;
    const listeners = mentions.ofChannel && channelId !== null ? await this.listeners.everybody([channelId]) : [];
    const asAddressed = (userIds: readonly Addressed['userId'][], reason: Reason) =>
      userIds.filter((userId) => userId !== senderId).map((userId) => ({ userId, messageId, reason }));
    return [
      ...asAddressed(mentions.namedIds, REASON.mentioned),
      ...asAddressed(mentions.topicIds, REASON.topicWildcard),
      ...asAddressed(
        listeners.map(({ userId }) => userId),
        REASON.channelWildcard,
      ),
    ];
  }
}

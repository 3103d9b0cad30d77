import type { ChannelId, MessageId } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ChannelDoesNotExist } from '../errors';
import { CheckedText, textOf } from '../writing/message-preparation.service';
import type { SentMessageIds } from '../writing/message-writer.service';
import { BotErrorNotices } from './bot-error-notices.service';
import { ChannelDraft, ChannelMessagePreparation } from './channel-message-preparation.service';
import { LoneChannelSends } from './lone-channel-sends.service';
import { SharedSends } from './shared-sends.service';

/** A message that could be sent. */
export interface CheckedChannelMessage extends CheckedText {
  readonly channelId: ChannelId;
  /** As it would be stored. */
  readonly topic: string;
}

/** Sending to channels. The cost of a send does not depend on how many receive it (docs/architecture.md, "A send"). */
@Injectable()
export class ChannelMessages {
  constructor(
    private readonly preparation: ChannelMessagePreparation,
    private readonly botErrorNotices: BotErrorNotices,
    private readonly shared: SharedSends,
    private readonly lone: LoneChannelSends,
    private readonly transactions: Transactions,
  ) {}

  /** As `deliver`; answers the message alone. */
  async send(actor: Actor, draft: ChannelDraft): Promise<MessageId> {
    return (await this.deliver(actor, draft)).id;
  }

  /**
   * Shares a transaction with other sends if it can (ADR 32).
   * @throws TopicHasInvalidCharacter, ChannelDoesNotExist, SendingIsNotAuthorized, PostingIsNotPermitted,
   * TopicIsRequired, TopicsAreNotAllowed, ChannelWildcardIsNotPermitted, TopicWildcardIsNotPermitted, and as
   * `MessagePreparation.prepare`
   */
  async deliver(actor: Actor, draft: ChannelDraft): Promise<SentMessageIds> {
    return this.tellingOwners(actor, async () => {
      const ready = await this.preparation.prepare(actor, draft);
      return this.shared.run(ready, () => this.lone.send(ready));
    });
  }

  /** Whether the message could be sent now, and what it would be. Throws as `deliver`; sends nothing. */
  async check(actor: Actor, draft: ChannelDraft): Promise<CheckedChannelMessage> {
    const ready = await this.preparation.prepare(actor, draft);
    const { prepared, channelId, topic } = ready;
    await this.transactions.run([lock.channelShared(channelId)], async () => this.preparation.open(ready));
    return { channelId, topic, ...textOf(prepared) };
  }

  /** Bots' errors go to their owners. */
  private async tellingOwners<R>(actor: Actor, work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } catch (error) {
      if (actor.isBot && error instanceof ChannelDoesNotExist)
        await this.botErrorNotices.tellOwner(actor, error.channel);
      throw error;
    }
  }
}

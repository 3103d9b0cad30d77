import { ChannelActivityChanges, FirstMessages, PostingContext } from '@app/channels';
import type { MessageId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { folded, marksOf } from '../received/flag';
import { FlagRepository } from '../records/flag.repository';
import { AutomaticTopicPolicies } from '../user-topics/automatic-topic-policies.service';
import { MessageWriter, SentMessageIds } from '../writing/message-writer.service';
import { channelDestination, ChannelMessagePreparation, ReadyMessage } from './channel-message-preparation.service';

/** What a send asks for besides a share of the channel; what that is may only be known in its transaction. */
interface HeldLocks {
  readonly userIds: Set<number>;
  /** The channel alone, for its first message. */
  isAlone: boolean;
}

/** Sends to channels, each in a transaction of its own. */
@Injectable()
export class LoneChannelSends {
  constructor(
    private readonly preparation: ChannelMessagePreparation,
    private readonly automaticPolicies: AutomaticTopicPolicies,
    private readonly writer: MessageWriter,
    private readonly flags: FlagRepository,
    private readonly activityChanges: ChannelActivityChanges,
    private readonly firstMessages: FirstMessages,
    private readonly transactions: Transactions,
  ) {}

  /**
   * One round trip that reads and one that writes, and one more statement if users are mentioned. If the message
   * changes a user's topic policy, the user's lock is needed too, and for the first message of a channel its exclusive
   * lock. That is known only inside the transaction, which then starts again.
   */
  async send(ready: ReadyMessage): Promise<SentMessageIds> {
    const held: HeldLocks = { userIds: new Set(), isAlone: false };
    for (;;) {
      const sent = await this.attempt(ready, held);
      if (sent) return sent;
    }
  }

  /** @param held what is asked for; what is missing is added, and null answered */
  private attempt(ready: ReadyMessage, held: HeldLocks): Promise<SentMessageIds | null> {
    const { prepared, channelId } = ready;
    const { actor } = prepared;
    const users = Array.from(held.userIds, (id) => lock.user(id));
    const channel = held.isAlone ? lock.channel(channelId) : lock.channelShared(channelId);
    const locks = [channel, ...this.writer.locksOf(prepared), ...users];
    const work = async () => {
      const { posting, facts } = await this.preparation.open(ready);
      const changes = this.automaticPolicies.changesBy(actor, posting, facts);
      if (changes.some(({ userId }) => !held.userIds.has(userId)) || (posting.isEmpty && !held.isAlone)) {
        for (const { userId } of changes) held.userIds.add(userId);
        held.isAlone ||= posting.isEmpty;
        return null;
      }
      const id = posting.position as MessageId;
      await prepared.sendStep?.run(id);
      await this.automaticPolicies.change(actor, ready, changes, facts);
      if (posting.isEmpty) await this.firstMessages.tell(actor.organizationId, channelId, id);
      if (posting.isDormant) await this.activityChanges.wake(actor.organizationId, channelId);
      await this.write(ready, posting);
      return { id, newVisibility: changes.find(({ userId }) => userId === actor.userId)?.visibility ?? null };
    };
    return this.transactions.run(locks, work, { beginsAtOnce: true });
  }

  private async write(ready: ReadyMessage, { channel, position }: PostingContext): Promise<void> {
    const { prepared, partakerIds } = ready;
    const id = position as MessageId;
    const { mentionedIds } = prepared.rendering;
    const { rows, ...lists } = folded(marksOf({ mentionedIds, alertedIds: prepared.alertedIds, partakerIds }));
    const marked = await this.flags.markSubscribers(channel.id, id, rows);
    await this.writer.write(prepared, channelDestination(ready, channel, id, marked, lists));
  }
}

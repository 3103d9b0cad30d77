import { Subscriptions } from '@app/channels';
import { Organizations } from '@app/identity';
import type { ChannelId, MessageId } from '@app/kernel';
import { Actor, DomainEventBus, lock, Lock, Raises, SharedTransactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MessageIsInvalid } from '../errors';
import { BIT, EditableFlag, isInHistory } from '../received/flag';
import { isUnmutedFor } from './unmuted-messages';
import type { MessageStanding } from '../records/message';
import { FlagRepository } from '../records/flag.repository';
import { MessageRepository, Places } from '../records/message.repository';
import { ReadStateRepository } from '../records/read-state.repository';
import { UserTopics } from '../user-topics/user-topics.service';
import type { MessageAccess } from '../access/access';
import { ReadStateCompaction } from './read-state-compaction.service';
import { FlagClientEvents } from './flag.client-events';
import { HeldMessages } from '../access/held-messages.service';

export interface ChangedFlags {
  /** The messages whose flag changed, ascending. */
  readonly messageIds: readonly MessageId[];
  /** Channels whose messages stay read, because the actor is not subscribed; ascending. */
  readonly ignoredChannelIds: readonly ChannelId[];
}

/** What changes more messages does not share its transaction: the others would wait for it. */
const MAX_SHARED = 100;

type Mark = Exclude<EditableFlag, 'read'>;

/** One change of a flag. */
export interface FlagOperation {
  readonly op: 'add' | 'remove';
  readonly flag: EditableFlag;
}

/** Personal flags of messages (docs/protocol/read-state.md). */
@Injectable()
export class Flags {
  constructor(
    private readonly messages: MessageRepository,
    private readonly flags: FlagRepository,
    private readonly readState: ReadStateRepository,
    private readonly userTopics: UserTopics,
    private readonly subscriptions: Subscriptions,
    private readonly held: HeldMessages,
    private readonly compaction: ReadStateCompaction,
    private readonly organizations: Organizations,
    private readonly clients: FlagClientEvents,
    private readonly events: DomainEventBus,
    private readonly shared: SharedTransactions,
  ) {}

  /** @throws MessageIsInvalid and changes nothing, when one may not be read and it were to come into the history */
  change(actor: Actor, { op, flag }: FlagOperation, messageIds: readonly number[]): Promise<ChangedFlags> {
    if (flag === 'read') return op === 'add' ? this.read(actor, messageIds) : this.unread(actor, messageIds);
    return op === 'add' ? this.mark(actor, flag, messageIds) : this.unmark(actor, flag, messageIds);
  }

  /** Messages outside the personal history stay as they are. */
  @Raises('MessagesRead')
  async read(actor: Actor, messageIds: readonly number[]): Promise<ChangedFlags> {
    const { hasNewBlock, ...done } = await this.run(actor, messageIds, [lock.user(actor.userId)], async () => {
      const unread = (await this.messages.standings(actor, messageIds)).filter(({ isUnread }) => isUnread);
      const ids = unread.map(({ id }) => id);
      const hasNewBlock = await this.readState.markRead(actor.userId, ids);
      await this.flags.clear(actor.userId, marked(unread, BIT.unread), BIT.unread);
      if (ids.length > 0) await this.events.raise('MessagesRead', actor);
      return { ...this.changed(actor, 'add', 'read', ids), hasNewBlock };
    });
    if (hasNewBlock) await this.compaction.compactIfLarge(actor.userId);
    return done;
  }

  /**
   * Works in subscribed channels and in direct messages.
   * @throws MessageIsInvalid and changes nothing, when one of the messages cannot be read
   */
  async unread(actor: Actor, messageIds: readonly number[]): Promise<ChangedFlags> {
    return this.withPlaces(actor, messageIds, async (messages, access) => {
      if (!messages.every((one) => isInHistory(one) || access.reads(one))) throw new MessageIsInvalid();
      const ignored = messages.filter((one) => !access.receives(one)).map(({ channelId }) => channelId!);
      const changing = messages.filter((one) => access.receives(one) && !one.isUnread);
      await this.set(actor, changing, BIT.unread);
      const ignoredChannelIds = [...new Set(ignored)].sort((one, other) => one - other);
      if (changing.length > 0) {
        const { emptyTopicName } = await this.organizations.cached(actor);
        this.clients.tellUnread(actor, changing, await this.isUnmutedFor(actor), emptyTopicName);
      }
      return { messageIds: changing.map(({ id }) => id), ignoredChannelIds };
    });
  }

  /** @throws MessageIsInvalid and changes nothing, when one of the messages cannot be read */
  async mark(actor: Actor, flag: Mark, messageIds: readonly number[]): Promise<ChangedFlags> {
    return this.withPlaces(actor, messageIds, async (messages, access) => {
      if (!messages.every((one) => access.reads(one))) throw new MessageIsInvalid();
      const changing = messages.filter(({ bits }) => (bits & BIT[flag]) === 0);
      await this.set(actor, changing, BIT[flag]);
      return this.changed(
        actor,
        'add',
        flag,
        changing.map(({ id }) => id),
      );
    });
  }

  async unmark(actor: Actor, flag: Mark, messageIds: readonly number[]): Promise<ChangedFlags> {
    return this.run(actor, messageIds, [lock.user(actor.userId)], async () => {
      const changing = marked(await this.messages.standings(actor, messageIds), BIT[flag]);
      await this.flags.clear(actor.userId, changing, BIT[flag]);
      return this.changed(actor, 'remove', flag, changing);
    });
  }

  /**
   * For operations that may add messages to the personal history. Locks their channels, so that no user leaves them and
   * they are not archived or emptied meanwhile. Throws MessageIsInvalid unless all of the messages exist and are
   * visible to the actor. Does not check whether they may be read.
   */
  private withPlaces(
    actor: Actor,
    messageIds: readonly number[],
    work: (messages: readonly MessageStanding[], access: MessageAccess) => Promise<ChangedFlags>,
  ): Promise<ChangedFlags> {
    const locksOf = ({ channelIds }: Places) => [
      ...channelIds.map((id) => lock.channelShared(id)),
      lock.user(actor.userId),
    ];
    return this.held.hold(actor, messageIds, locksOf, work, (locks, held) => this.run(actor, messageIds, locks, held));
  }

  /** The work writes nothing before it throws a domain error. */
  private run<R>(
    { userId }: Actor,
    { length }: readonly number[],
    locks: readonly Lock[],
    work: () => Promise<R>,
  ): Promise<R> {
    return this.shared.run(userId, locks, work, length <= MAX_SHARED);
  }

  private async isUnmutedFor(actor: Actor): Promise<ReturnType<typeof isUnmutedFor>> {
    return isUnmutedFor(await this.subscriptions.mutedChannelIds(actor.userId), await this.userTopics.of(actor));
  }

  /** Adds messages to the personal history if necessary. */
  private set({ userId }: Actor, messages: readonly MessageStanding[], bit: number): Promise<void> {
    const changes = messages.map((one) => ({ messageId: one.id, bits: isInHistory(one) ? bit : bit | BIT.historical }));
    return this.flags.set(userId, changes);
  }

  private changed(
    actor: Actor,
    operation: 'add' | 'remove',
    flag: EditableFlag,
    messageIds: MessageId[],
  ): ChangedFlags {
    if (messageIds.length > 0) {
      this.clients.tellChanged(actor.organizationId, actor.userId, { operation, flag, messageIds });
    }
    return { messageIds, ignoredChannelIds: [] };
  }
}

const marked = (messages: readonly MessageStanding[], bit: number): MessageId[] =>
  messages.filter(({ bits }) => (bits & bit) !== 0).map(({ id }) => id);

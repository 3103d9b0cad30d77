import { Channels } from '@app/channels';
import { isGuest, ROLE, Users } from '@app/identity';
import type { ChannelId, ConversationId, MessageId, OrganizationId, UserId } from '@app/kernel';
import type { Audience } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import { CONVERSATION_AUDIENCE, ConversationSubject, readersOfConversations } from './conversation-readers';
import type { ReadersOfChannel, ReadersSubject } from './message-readers';
import { MessageAudienceRepository, Reading } from '../records/message-audience.repository';
import { MessageReadersRepository } from './message-readers.repository';
import { READERS_AUDIENCE } from './message-readers.index';

/** A message with its place. */
export interface PlacedMessage {
  readonly id: MessageId;
  /** Null for a direct message. */
  readonly channelId: ChannelId | null;
  /** Null: a channel message. */
  readonly conversationId: ConversationId | null;
  /** For a direct message: all participants. */
  readonly participantIds: readonly UserId[] | null;
}

/** Users who are told of the same messages. */
export interface MessageAudience {
  /** Ascending. */
  readonly messageIds: readonly MessageId[];
  /** Ascending. */
  readonly userIds: readonly UserId[];
}

/** An audience in the form of an event. */
export interface EventAudience {
  /** Ascending. */
  readonly messageIds: readonly MessageId[];
  readonly audience: Audience;
}

/**
 * The audiences of events about existing messages: edits, moves, deletions, reactions (docs/protocol/messages.md). For
 * a direct message, the participants who have it. For a channel message, the subscribers (with protected history, those
 * who have it); in a public channel also members who have it without a subscription. The entry contains only the facts
 * that determine the audience at delivery (`MessageReadersIndex`, `ConversationReadersIndex`). So it does not depend on
 * who is online or registers meanwhile (ADR 1). Called in the transaction of the event, while the messages exist, with
 * at least the shared lock of the channel.
 */
@Injectable()
export class MessageAudiences {
  constructor(
    private readonly rows: MessageAudienceRepository,
    private readonly readers: MessageReadersRepository,
    private readonly channels: Channels,
    private readonly users: Users,
  ) {}

  /** For one message; `null`: no user has it. */
  async ofOne(organizationId: OrganizationId, message: PlacedMessage): Promise<Audience | null> {
    const [readership] = await this.of(organizationId, [message]);
    return readership?.audience ?? null;
  }

  /**
   * Each user is in at most one of them. Two or three statements for each channel, whatever the number of messages and
   * users; none for direct messages. `isLast`: the rows of users are removed with the messages.
   */
  async of(
    organizationId: OrganizationId,
    messages: readonly PlacedMessage[],
    { isLast = false } = {},
  ): Promise<readonly EventAudience[]> {
    const found: EventAudience[] = [];
    for (const channelId of [...new Set(messages.flatMap((one) => one.channelId ?? []))].sort(ascending)) {
      const messageIds = idsOf(messages.filter((one) => one.channelId === channelId));
      const part = await this.inChannel(organizationId, channelId, messageIds, { isLast });
      if (part) found.push({ messageIds, audience: readersOf([part]) });
    }
    const direct = messages.filter(({ channelId }) => channelId === null);
    if (direct.length > 0) found.push({ messageIds: idsOf(direct).sort(ascending), audience: readersOfDirect(direct) });
    return found;
  }

  /** For messages of one channel in their current place; `null`: the channel or the messages do not exist. */
  async inChannel(
    organizationId: OrganizationId,
    channelId: ChannelId,
    messageIds: readonly MessageId[],
    { isLast = false } = {},
  ): Promise<ReadersOfChannel | null> {
    const channel = await this.channels.facts(organizationId, channelId);
    const ways = (await this.readers.ways(messageIds)).filter((one) => one.channelId === channelId);
    const [first] = ways;
    if (!channel || !first) return null;
    const { isPrivate, historyPublicToSubscribers: isShared } = channel;
    const hasStrays = isLast && !(isPrivate && isShared);
    const marked = hasStrays ? await this.readers.marked(channelId, messageIds, isShared) : [];
    return {
      channelId,
      after: first.after,
      isShared,
      isPublic: !isPrivate,
      ways: ways.map(({ ids, originId, hops }) => ({ ids, originId, hops })),
      ...(isLast ? { marked } : {}),
    };
  }

  /**
   * Which of the users are told of which messages. Each user is in at most one audience. Several statements for each
   * channel.
   */
  async among(
    organizationId: OrganizationId,
    userIds: readonly UserId[],
    messages: readonly PlacedMessage[],
  ): Promise<readonly MessageAudience[]> {
    if (userIds.length === 0) return [];
    const found = new Gathered();
    const channelIds = [...new Set(messages.flatMap(({ channelId }) => channelId ?? []))].sort(ascending);
    for (const channelId of channelIds) {
      const ids = idsOf(messages.filter((one) => one.channelId === channelId));
      await this.gatherChannel(found, organizationId, channelId, ids, userIds);
    }
    const direct = messages.filter(({ channelId }) => channelId === null);
    const participants = new Set(participantsOf(direct));
    const concerned = userIds.filter((id) => participants.has(id));
    if (concerned.length > 0) found.addAll(await this.rows.held(idsOf(direct), concerned));
    return found.audiences();
  }

  /** All users who could have some of the messages: subscribers, and users who have any without a subscription. */
  async everybodyWith(had: ReadersOfChannel): Promise<UserId[]> {
    const subscribers = await this.readers.subscribers(had.channelId);
    const others = had.isPublic ? await this.readers.held([had]) : [];
    const marked = (had.marked ?? []).map(([userId]) => userId);
    return [...new Set([...subscribers, ...others.map(({ userId }) => userId), ...marked])];
  }

  /** The subscribers of a channel. */
  subscribers(channelId: ChannelId): Promise<UserId[]> {
    return this.readers.subscribers(channelId);
  }

  private async gatherChannel(
    found: Gathered,
    organizationId: OrganizationId,
    channelId: ChannelId,
    messageIds: readonly MessageId[],
    userIds: readonly UserId[],
  ): Promise<void> {
    const channel = await this.channels.facts(organizationId, channelId);
    if (!channel) return;
    const subscribed = await this.rows.subscribed(channelId, userIds);
    if (channel.historyPublicToSubscribers) for (const userId of subscribed) found.add(userId, messageIds);
    else if (subscribed.length > 0) found.addAll(await this.rows.held(messageIds, subscribed));
    if (channel.isPrivate) return;
    const inside = new Set(subscribed);
    const outside = userIds.filter((id) => !inside.has(id));
    if (outside.length === 0) return;
    const candidates = await this.members(organizationId, await this.rows.candidates(channelId, messageIds, outside));
    if (candidates.length > 0) found.addAll(await this.rows.held(messageIds, candidates));
  }

  /** The users without guests. Guests see nothing of a public channel without a subscription. */
  private async members(organizationId: OrganizationId, userIds: readonly UserId[]): Promise<UserId[]> {
    if (userIds.length === 0) return [];
    const users = await this.users.byIds(organizationId, userIds);
    return userIds.filter((id) => !isGuest(users.get(id)?.role ?? ROLE.guest));
  }
}

/** Readers of any of the parts, as one audience. */
export function readersOf(parts: readonly ReadersOfChannel[], also: readonly UserId[] = []): Audience {
  const { channelId: id, after: position } = parts[0]!;
  const of: ReadersSubject = { id, position, isPublic: false, parts, also };
  return { to: 'rule', rule: READERS_AUDIENCE, of };
}

/** The subscribers among them; `null`: the messages are not in a channel. */
export function subscribersOf(audiences: readonly EventAudience[]): Audience | null {
  const parts = audiences.flatMap(({ audience }) =>
    audience.to === 'rule' && audience.rule === READERS_AUDIENCE ? (audience.of as ReadersSubject).parts : [],
  );
  return parts.length === 0 ? null : readersOf(parts.map((part) => ({ ...part, isPublic: false })));
}

/** The same audience with another user, who is told of all messages. */
export function withUser(audience: Audience, userId: UserId): Audience {
  if (audience.to === 'users') return { to: 'users', ids: [...new Set([...audience.ids, userId])].sort(ascending) };
  if (audience.to === 'organization') return audience;
  if (audience.rule === CONVERSATION_AUDIENCE) {
    const { parts, also = [] } = audience.of as ConversationSubject;
    return readersOfConversations(parts, [...also, userId]);
  }
  const { parts, also = [] } = audience.of as ReadersSubject;
  return readersOf(parts, [...also, userId]);
}

function readersOfDirect(direct: readonly PlacedMessage[]): Audience {
  const conversationIds = [...new Set(direct.flatMap(({ conversationId }) => conversationId ?? []))].sort(ascending);
  const messagesIn = (id: ConversationId) => idsOf(direct.filter(({ conversationId }) => conversationId === id));
  return readersOfConversations(
    conversationIds.map((conversationId) => ({
      conversationId,
      messageIds: messagesIn(conversationId).sort(ascending),
    })),
  );
}

/** Collects the messages of each user. */
class Gathered {
  private readonly byUser = new Map<UserId, readonly MessageId[]>();

  add(userId: UserId, messageIds: readonly MessageId[]): void {
    const known = this.byUser.get(userId);
    this.byUser.set(userId, known && known !== messageIds ? [...new Set([...known, ...messageIds])] : messageIds);
  }

  addAll(readings: readonly Reading[]): void {
    const held = new Map<UserId, MessageId[]>();
    for (const { userId, messageId } of readings) {
      const ids = held.get(userId) ?? [];
      held.set(userId, ids);
      ids.push(messageId);
    }
    for (const [userId, messageIds] of held) this.add(userId, messageIds);
  }

  /** Groups users with the same messages. Most users share one list, which is compared only once. */
  audiences(): MessageAudience[] {
    const keys = new Map<readonly MessageId[], string>();
    const groups = new Map<string, { messageIds: readonly MessageId[]; userIds: UserId[] }>();
    for (const [userId, messageIds] of this.byUser) {
      const sorted = () => [...messageIds].sort(ascending);
      const key = keys.get(messageIds) ?? sorted().join();
      keys.set(messageIds, key);
      const group = groups.get(key) ?? { messageIds: sorted(), userIds: [] };
      groups.set(key, group);
      group.userIds.push(userId);
    }
    for (const { userIds } of groups.values()) userIds.sort(ascending);
    return [...groups.values()];
  }
}

const ascending = (one: number, other: number): number => one - other;

const idsOf = (messages: readonly PlacedMessage[]): MessageId[] => messages.map(({ id }) => id);

const participantsOf = (direct: readonly PlacedMessage[]): UserId[] => [
  ...new Set(direct.flatMap(({ participantIds }) => participantIds ?? [])),
];

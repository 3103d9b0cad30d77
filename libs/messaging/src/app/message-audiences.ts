import { Channels } from '@app/channels';
import { isGuest, ROLE, Users } from '@app/identity';
import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Listeners } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import type { Standing } from '../domain/flag';
import { MessageAudienceRepository, Reading } from '../store/message-audience.repository';

/** A message by its place. */
export interface PlacedMessage {
  readonly id: MessageId;
  /** Null for a direct message. */
  readonly channelId: ChannelId | null;
  /** Of a direct message: everybody in the conversation. */
  readonly participantIds: readonly UserId[] | null;
}

/** Users who are told of the same messages. */
export interface MessageAudience {
  /** Ascending. */
  readonly messageIds: readonly MessageId[];
  /** Ascending. */
  readonly userIds: readonly UserId[];
}

/** One user who is told of a change of one message, and how he stands to it. */
export type MessageReader = Reading & Standing;

/**
 * Who is told when something happens to messages that are there already: an edit, a move, a deletion, a reaction
 * (reference: messaging 0.2). Of a direct message those in it who have it; of a channel message the subscribers (under
 * protected history those of them who have it), and in a public channel also those members who have it without being
 * subscribed. Only users with a queue that takes the event are ever answered: `type` is the client's word for it. Ask in
 * the transaction that tells, while the messages are there, holding what keeps people from coming and going: the channel
 * at least shared.
 */
@Injectable()
export class MessageAudiences {
  constructor(
    private readonly rows: MessageAudienceRepository,
    private readonly channels: Channels,
    private readonly listeners: Listeners,
    private readonly users: Users,
  ) {}

  /** Of one message; ascending. */
  async usersTold(organizationId: OrganizationId, type: string, message: PlacedMessage): Promise<readonly UserId[]> {
    const audiences = await this.of(organizationId, type, [message]);
    return audiences.flatMap(({ userIds }) => userIds).sort(ascending);
  }

  /** As `of`, with the flags of each for each message; in no particular order. One statement more. */
  async readersOf(
    organizationId: OrganizationId,
    type: string,
    messages: readonly PlacedMessage[],
  ): Promise<readonly MessageReader[]> {
    const audiences = await this.of(organizationId, type, messages);
    const readings = audiences.flatMap(({ messageIds, userIds }) =>
      userIds.flatMap((userId) => messageIds.map((messageId) => ({ userId, messageId }))),
    );
    return readings.length === 0 ? [] : this.rows.standings(readings);
  }

  /** Every user is in one audience at most. Some statements a channel, whatever the number of messages and users. */
  async of(
    organizationId: OrganizationId,
    type: string,
    messages: readonly PlacedMessage[],
  ): Promise<readonly MessageAudience[]> {
    const direct = messages.filter(({ channelId }) => channelId === null);
    const among = direct.length === messages.length ? participantsOf(direct) : null;
    const listening = await this.listeners.of(organizationId, type, among);
    if (listening.length === 0) return [];
    const channelIds = [...new Set(messages.flatMap(({ channelId }) => channelId ?? []))].sort(ascending);
    const found = new Gathered();
    for (const channelId of channelIds) {
      const ids = idsOf(messages.filter((one) => one.channelId === channelId));
      await this.gatherChannel(found, organizationId, channelId, ids, listening);
    }
    const participants = new Set(participantsOf(direct));
    const concerned = listening.filter((id) => participants.has(id));
    if (concerned.length > 0) found.addAll(await this.rows.held(idsOf(direct), concerned));
    return found.audiences();
  }

  private async gatherChannel(
    found: Gathered,
    organizationId: OrganizationId,
    channelId: ChannelId,
    messageIds: readonly MessageId[],
    listening: readonly UserId[],
  ): Promise<void> {
    const channel = await this.channels.facts(organizationId, channelId);
    if (!channel) return;
    const subscribed = await this.rows.subscribed(channelId, listening);
    if (channel.historyPublicToSubscribers) for (const userId of subscribed) found.add(userId, messageIds);
    else if (subscribed.length > 0) found.addAll(await this.rows.held(messageIds, subscribed));
    if (channel.isPrivate) return;
    const inside = new Set(subscribed);
    const outside = listening.filter((id) => !inside.has(id));
    if (outside.length === 0) return;
    const candidates = await this.members(organizationId, await this.rows.candidates(channelId, messageIds, outside));
    if (candidates.length > 0) found.addAll(await this.rows.held(messageIds, candidates));
  }

  /** Those who are no guests: guests see nothing of a public channel that they are not in. */
  private async members(organizationId: OrganizationId, userIds: readonly UserId[]): Promise<UserId[]> {
    if (userIds.length === 0) return [];
    const users = await this.users.byIds(organizationId, userIds);
    return userIds.filter((id) => !isGuest(users.get(id)?.role ?? ROLE.guest));
  }
}

/** The same with every user in one of them. */
export function together(audiences: readonly MessageAudience[]): MessageAudience[] {
  const found = new Gathered();
  for (const { messageIds, userIds } of audiences) for (const userId of userIds) found.add(userId, messageIds);
  return found.audiences();
}

/** Which messages each user is told of. */
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

  /** Users with the same messages together. Most have one list in common, which is looked at once. */
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

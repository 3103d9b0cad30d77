import { FirstMessages, OldestMessages } from '@app/channels';
import { Organizations } from '@app/identity';
import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { DomainEventBus, Lock, lock, Raises } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { DeletedMessage, deletedGroups } from '../records/deletion';
import { MessageRepository } from '../records/message.repository';
import { Attachments } from '../attachments/attachments.service';
import { DeletionClientEvents } from './deletion.client-events';
import { StarRemovals } from './star-removals.service';
import { MessageAudiences, EventAudience, subscribersOf, withUser } from '../audiences/message-audiences.service';

/**
 * Removes messages with everything that belongs to them, releases files that no other message contains, and tells all
 * users who have the messages. Does not check permissions.
 */
@Injectable()
export class Removals {
  constructor(
    private readonly messages: MessageRepository,
    private readonly attachments: Attachments,
    private readonly audiences: MessageAudiences,
    private readonly firstMessages: FirstMessages,
    private readonly organizations: Organizations,
    private readonly clients: DeletionClientEvents,
    private readonly starRemovals: StarRemovals,
    private readonly events: DomainEventBus,
  ) {}

  /**
   * The locks for `remove`: the exclusive locks of the channels; for direct messages all participants and the messages;
   * and the owners of files in the messages (`Attachments.ownersOf`).
   */
  locksOf(
    messages: readonly Pick<DeletedMessage, 'id' | 'channelId' | 'participantIds'>[],
    ownerIds: readonly UserId[],
  ): Lock[] {
    return [
      ...messages.flatMap(({ channelId }) => (channelId === null ? [] : [lock.channel(channelId)])),
      ...messages.flatMap(({ participantIds }) => (participantIds ?? []).map((id) => lock.user(id))),
      ...ownerIds.map((id) => lock.user(id)),
      ...messages.flatMap(({ id, channelId }) => (channelId === null ? [lock.message(id)] : [])),
    ];
  }

  /**
   * Called in a transaction that holds `locksOf`. The messages exist and ascend.
   * @param actorId is told in any case, and the messages count as read by this user; `null`: the server itself
   */
  @Raises('MessagesDeleted')
  async remove(
    organizationId: OrganizationId,
    messages: readonly DeletedMessage[],
    actorId: UserId | null,
  ): Promise<void> {
    if (messages.length === 0) return;
    const told = await this.told(organizationId, messages, actorId);
    const isOfActor = (userIds: readonly UserId[]) => actorId !== null && userIds.includes(actorId);
    const oldest = await this.oldestIn(organizationId, messages);
    const ids = idsOf(messages);
    const starred = await this.starRemovals.look(ids, async (userIds) => [
      ...(await this.audiences.among(organizationId, userIds, messages)),
      ...(isOfActor(userIds) ? [{ messageIds: ids, userIds: [actorId!] }] : []),
    ]);
    await this.attachments.release(organizationId, ids);
    await this.messages.remove(ids);
    for (const channelId of new Set(messages.map((one) => one.channelId))) {
      const messageIds = idsOf(messages.filter((one) => one.channelId === channelId));
      await this.events.raise('MessagesDeleted', { organizationId, messageIds, channelId });
    }
    const { emptyTopicName } = await this.organizations.current(organizationId);
    for (const { place, readerships } of told) {
      for (const readership of readerships) this.clients.tell(organizationId, readership, { place, emptyTopicName });
    }
    await this.starRemovals.tell(organizationId, starred);
    for (const before of oldest) {
      const [from] = idsOf(messages.filter(({ channelId }) => channelId === before.channel.id));
      const own = told.filter(({ place }) => place?.channelId === before.channel.id);
      const audience = subscribersOf(own.flatMap(({ readerships }) => readerships));
      if (audience && from !== undefined) await this.firstMessages.tellChanges(before, { from, audience });
    }
  }

  private async told(organizationId: OrganizationId, messages: readonly DeletedMessage[], actorId: UserId | null) {
    const told = [];
    for (const { channelId, topic, messages: doomed } of deletedGroups(messages)) {
      const readerships = await this.audiences.of(organizationId, doomed, { isLast: true });
      const place = channelId === null ? null : { channelId, topic };
      told.push({
        place,
        readerships: actorId === null ? readerships : withActor(readerships, idsOf(doomed), actorId),
      });
    }
    return told;
  }

  private async oldestIn(
    organizationId: OrganizationId,
    messages: readonly DeletedMessage[],
  ): Promise<readonly OldestMessages[]> {
    const channelIds = new Set(messages.flatMap(({ channelId }) => channelId ?? []));
    const found = [];
    for (const channelId of channelIds) found.push(await this.firstMessages.look(organizationId, channelId));
    return found.flatMap((oldest) => oldest ?? []);
  }
}

/** The deleting user is told of all messages, once. */
function withActor(
  readerships: readonly EventAudience[],
  messageIds: readonly MessageId[],
  actorId: UserId,
): EventAudience[] {
  const others = readerships.flatMap((one) => withoutUser(one, actorId));
  const same = others.find((one) => one.messageIds.length === messageIds.length);
  if (!same) return [...others, { messageIds, audience: { to: 'users', ids: [actorId] } }];
  return others.with(others.indexOf(same), { messageIds, audience: withUser(same.audience, actorId) });
}

/** A rule concerns one channel, whose subscribers are told of all messages; there the user is added to it. */
function withoutUser({ messageIds, audience }: EventAudience, userId: UserId): EventAudience[] {
  if (audience.to !== 'users') return [{ messageIds, audience }];
  const ids = audience.ids.filter((id) => id !== userId);
  return ids.length === 0 ? [] : [{ messageIds, audience: { to: 'users', ids } }];
}

const idsOf = (messages: readonly { readonly id: MessageId; readonly channelId: ChannelId | null }[]): MessageId[] =>
  messages.map(({ id }) => id);

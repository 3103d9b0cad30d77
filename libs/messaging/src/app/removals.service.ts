import { FirstMessages, OldestMessages } from '@app/channels';
import { Organizations } from '@app/identity';
import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { DomainEventBus, Lock, lock, Raises } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { DoomedMessage, doomedGroups } from '../domain/deletion';
import { MessageRepository } from '../store/message.repository';
import { MoveRepository } from '../store/move.repository';
import { Attachments } from './attachments.service';
import { DeletionClientEvents } from './deletion.client-events';
import { LostStars } from './lost-stars.service';
import { MessageAudience, MessageAudiences } from './message-audiences';

/**
 * The end of messages, whoever wants it: they go with all that hangs on them, files that no other message has are
 * released, and everybody who has them is told. Decides nothing.
 */
@Injectable()
export class Removals {
  constructor(
    private readonly messages: MessageRepository,
    private readonly moves: MoveRepository,
    private readonly attachments: Attachments,
    private readonly audiences: MessageAudiences,
    private readonly firstMessages: FirstMessages,
    private readonly organizations: Organizations,
    private readonly clients: DeletionClientEvents,
    private readonly stars: LostStars,
    private readonly events: DomainEventBus,
  ) {}

  /**
   * What `remove` needs to be held: the channels alone; for direct messages everybody in the conversations, and the
   * messages themselves; and who owns files that the messages have (`Attachments.ownersOf`).
   */
  locksOf(
    messages: readonly Pick<DoomedMessage, 'id' | 'channelId' | 'participantIds'>[],
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
   * In a transaction that holds `locksOf`; the messages are there, and ascend.
   * @param actorId is told in any case, and has read them all; null: the server itself
   */
  @Raises('MessagesDeleted')
  async remove(
    organizationId: OrganizationId,
    messages: readonly DoomedMessage[],
    actorId: UserId | null,
  ): Promise<void> {
    if (messages.length === 0) return;
    const told = await this.told(organizationId, messages, actorId);
    const oldest = await this.oldestIn(organizationId, messages);
    const ids = idsOf(messages);
    const audiences = told.flatMap((one) => one.audiences);
    const starred = await this.stars.look(organizationId, ids, audiences);
    await this.attachments.release(organizationId, ids);
    await this.moves.forgetEmpty(await this.messages.remove(ids));
    for (const channelId of new Set(messages.map((one) => one.channelId))) {
      const messageIds = idsOf(messages.filter((one) => one.channelId === channelId));
      await this.events.raise('MessagesDeleted', { organizationId, messageIds, channelId });
    }
    const { emptyTopicName } = await this.organizations.get(organizationId);
    for (const { place, audiences } of told) {
      for (const audience of audiences) await this.clients.tell(organizationId, audience, { place, emptyTopicName });
    }
    await this.stars.tell(organizationId, starred);
    for (const before of oldest) await this.firstMessages.tellChanges(before);
  }

  private async told(organizationId: OrganizationId, messages: readonly DoomedMessage[], actorId: UserId | null) {
    const told = [];
    for (const { channelId, topic, messages: doomed } of doomedGroups(messages)) {
      const audiences = await this.audiences.of(organizationId, this.clients.type, doomed);
      const place = channelId === null ? null : { channelId, topic };
      told.push({ place, audiences: actorId === null ? audiences : withActor(audiences, idsOf(doomed), actorId) });
    }
    return told;
  }

  private async oldestIn(
    organizationId: OrganizationId,
    messages: readonly DoomedMessage[],
  ): Promise<readonly OldestMessages[]> {
    const channelIds = new Set(messages.flatMap(({ channelId }) => channelId ?? []));
    const found = [];
    for (const channelId of channelIds) found.push(await this.firstMessages.look(organizationId, channelId));
    return found.flatMap((oldest) => oldest ?? []);
  }
}

/** Whoever deletes is told of all of it, once. */
function withActor(
  audiences: readonly MessageAudience[],
  messageIds: readonly MessageId[],
  actorId: UserId,
): MessageAudience[] {
  const others = audiences
    .map((audience) => ({ ...audience, userIds: audience.userIds.filter((id) => id !== actorId) }))
    .filter(({ userIds }) => userIds.length > 0);
  const same = others.findIndex((audience) => audience.messageIds.length === messageIds.length);
  if (same < 0) return [...others, { messageIds, userIds: [actorId] }];
  const userIds = [...others[same].userIds, actorId].sort((one, other) => one - other);
  return others.with(same, { messageIds, userIds });
}

const idsOf = (messages: readonly { readonly id: MessageId; readonly channelId: ChannelId | null }[]): MessageId[] =>
  messages.map(({ id }) => id);

import { ChannelReaders, FirstMessages, OldestMessages } from '@app/channels';
import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { idsOfParts, ReadersOfChannel, Selection } from '../audiences/message-readers';
import type { Marked } from '../records/flag.repository';
import { DeletionClientEvents } from '../removals/deletion.client-events';
import { FlagClientEvents } from '../flags/flag.client-events';
import { StarRemovals } from '../removals/star-removals.service';
import { MessageAudiences, readersOf } from '../audiences/message-audiences.service';
import { MessageUpdateClientEvents, UpdatedMessage } from '../changes/message-update.client-events';
import { RetainedMessages, MoveTarget } from './retained-messages.service';

/** The users who have messages, before these move to another channel. */
interface ReadersBefore {
  readonly targetId: ChannelId;
  /** Which users keep the messages, and which of these have no subscription to the target. */
  readonly keeping: Selection;
  readonly losing: Selection;
  readonly unsubscribed: Selection;
  /** Stars of all users who are not told that the messages are gone. */
  readonly starred: readonly Marked[];
  readonly oldest: readonly (OldestMessages | null)[];
}

/** The audiences of a move, determined before the messages move. */
export interface AudiencesBeforeMove {
  readonly organizationId: OrganizationId;
  readonly messageIds: readonly MessageId[];
  /** The users who have them; `null`: no user has them. */
  readonly had: ReadersOfChannel | null;
  /** `null`: the messages only change their topic. */
  readonly readers: ReadersBefore | null;
}

/**
 * Tells clients about moves. A user who keeps the messages is told their new place. A user who loses them is told that
 * they are gone. A user who gains them is told where they come from if the user may see that place. The entries do not
 * depend on who is online. They list the users who lose the messages or those who keep them, whichever list is shorter.
 */
@Injectable()
export class MoveEvents {
  constructor(
    private readonly audiences: MessageAudiences,
    private readonly retained: RetainedMessages,
    private readonly readers: ChannelReaders,
    private readonly firstMessages: FirstMessages,
    private readonly updates: MessageUpdateClientEvents,
    private readonly deletions: DeletionClientEvents,
    private readonly flags: FlagClientEvents,
    private readonly starRemovals: StarRemovals,
  ) {}

  /**
   * Called before the messages move, with exclusive locks of the channels. Ids ascend.
   * @param target `null`: the messages only change their topic
   */
  async look(
    organizationId: OrganizationId,
    messageIds: readonly MessageId[],
    fromId: ChannelId,
    target: MoveTarget | null,
  ): Promise<AudiencesBeforeMove> {
    const had = await this.audiences.inChannel(organizationId, fromId, messageIds, { isLast: target !== null });
    const common = { organizationId, messageIds, had };
    if (!target || !had) return { ...common, readers: null };
    const whole = await this.audiences.everybodyWith(had);
    const { keeps, isIn } = await this.retained.among(organizationId, fromId, target, whole);
    const placed = messageIds.map((id) => ({ id, channelId: fromId, conversationId: null, participantIds: null }));
    const toldOfLoss = async (userIds: readonly UserId[]) =>
      this.audiences.among(
        organizationId,
        userIds.filter((id) => !keeps.has(id)),
        placed,
      );
    const readers: ReadersBefore = {
      targetId: target.id,
      keeping: selected(whole, (id) => keeps.has(id)),
      losing: selected(whole, (id) => !keeps.has(id)),
      unsubscribed: selected(whole, (id) => keeps.has(id) && !isIn.has(id)),
      starred: await this.starRemovals.look(messageIds, toldOfLoss),
      oldest: [
        await this.firstMessages.look(organizationId, fromId),
        await this.firstMessages.look(organizationId, target.id),
      ],
    };
    return { ...common, readers };
  }

  /** Called after the messages have moved. */
  async tell(
    { organizationId, messageIds, had, readers }: AudiencesBeforeMove,
    message: UpdatedMessage,
  ): Promise<void> {
    if (!had) return;
    if (!readers) return this.updates.tell(organizationId, readersOf([had]), messageIds, message);
    const { targetId, keeping, losing, unsubscribed } = readers;
    const place = { channelId: had.channelId, topic: message.move!.topicBefore };
    const { emptyTopicName } = message;
    const audienceOf = (among: Selection) => readersOf([{ ...had, among }]);
    if (!isNobody(losing))
      this.deletions.tell(organizationId, { messageIds, audience: audienceOf(losing) }, { place, emptyTopicName });
    const gaining = await this.gaining(organizationId, had, targetId);
    this.updates.tell(organizationId, readersOf([{ ...had, among: keeping }, gaining]), messageIds, message);
    if (!isNobody(unsubscribed)) this.flags.tellReadByMove(organizationId, audienceOf(unsubscribed), messageIds);
    await this.starRemovals.tell(organizationId, readers.starred);
    const left = readersOf([{ ...had, isPublic: false }]);
    const reached = readersOf([{ ...gaining, among: undefined }]);
    const [oldestThere, oldestHere] = readers.oldest;
    const from = messageIds[0]!;
    if (oldestThere) await this.firstMessages.tellChanges(oldestThere, { from, audience: left });
    if (oldestHere) await this.firstMessages.tellChanges(oldestHere, { from, audience: reached });
  }

  /** All readers of the target channel who may see the source channel. */
  private async gaining(
    organizationId: OrganizationId,
    { channelId, after, ways }: ReadersOfChannel,
    targetId: ChannelId,
  ): Promise<ReadersOfChannel> {
    const subscribers = await this.audiences.subscribers(targetId);
    const { sees } = await this.readers.among(organizationId, channelId, subscribers);
    const among = selected(subscribers, (id) => sees.has(id));
    const way = { ids: idsOfParts([{ ways }]), originId: null, hops: null };
    return { channelId: targetId, after, isShared: true, isPublic: false, ways: [way], among };
  }
}

/** The shorter form: only these users, or all except these. */
function selected(userIds: readonly UserId[], isOne: (userId: UserId) => boolean): Selection {
  const only = userIds.filter(isOne);
  const except = userIds.filter((id) => !isOne(id));
  return only.length <= except.length ? { only } : { except };
}

const isNobody = (selection: Selection): boolean => 'only' in selection && selection.only.length === 0;

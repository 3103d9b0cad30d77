import { ChannelReaders, FirstMessages, OldestMessages } from '@app/channels';
import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { MessageAudienceRepository } from '../store/message-audience.repository';
import { Marked, MessageEditRepository } from '../store/message-edit.repository';
import { DeletionClientEvents } from './deletion.client-events';
import { FlagClientEvents } from './flag.client-events';
import { LostStars } from './lost-stars.service';
import { MessageAudience, MessageAudiences, together } from './message-audiences';
import { MessageUpdateClientEvents, namedIn, UpdatedMessage } from './message-update.client-events';
import { MoveGoal, MoveKeepers } from './move-keepers.service';

/** Who is to be told of what, as it is before messages move. */
export interface MoveNewsBefore {
  readonly organizationId: OrganizationId;
  readonly messageIds: readonly MessageId[];
  readonly fromId: ChannelId;
  readonly toId: ChannelId;
  /** Those who will still read them. */
  readonly keeping: readonly MessageAudience[];
  /** Those who will not. */
  readonly losing: readonly MessageAudience[];
  /** Of those who still read them but have them no more. */
  readonly unread: readonly Marked[];
  /** Of all who are not told that they are gone. */
  readonly starred: readonly Marked[];
  readonly oldest: readonly (OldestMessages | null)[];
}

/**
 * Tells of moves: who had the messages and still reads them, that they are elsewhere; who does not, that they are gone;
 * who gets them, where they come from, unless that place is not for his eyes: then he finds them where they are.
 */
@Injectable()
export class MoveNews {
  constructor(
    private readonly audiences: MessageAudiences,
    private readonly audience: MessageAudienceRepository,
    private readonly rows: MessageEditRepository,
    private readonly keepers: MoveKeepers,
    private readonly readers: ChannelReaders,
    private readonly firstMessages: FirstMessages,
    private readonly updates: MessageUpdateClientEvents,
    private readonly deletions: DeletionClientEvents,
    private readonly flags: FlagClientEvents,
    private readonly stars: LostStars,
  ) {}

  /**
   * Before the messages move; the channels are held alone. Ids ascend.
   * @param goal null: another topic of their channel alone
   */
  async look(
    organizationId: OrganizationId,
    messageIds: readonly MessageId[],
    fromId: ChannelId,
    goal: MoveGoal | null,
  ): Promise<MoveNewsBefore> {
    const toldOf = (type: string) => this.audiences.of(organizationId, type, placed(messageIds, fromId));
    const told = await toldOf(this.updates.type);
    const common = { organizationId, messageIds, fromId, toId: goal?.id ?? fromId };
    if (!goal) return { ...common, keeping: told, losing: [], unread: [], starred: [], oldest: [] };
    const toldOfLoss = await toldOf(this.deletions.type);
    const toldOfFlags = await toldOf('update_message_flags');
    const asked = usersIn([...told, ...toldOfLoss, ...toldOfFlags]);
    const { keeps, isIn } = await this.keepers.among(organizationId, fromId, goal, asked);
    const strays = usersIn(toldOfFlags).filter((id) => keeps.has(id) && !isIn.has(id));
    const losing = only(toldOfLoss, (id) => !keeps.has(id));
    return {
      ...common,
      keeping: only(told, (id) => keeps.has(id)),
      losing,
      unread: strays.length === 0 ? [] : await this.rows.unread(messageIds, strays),
      starred: await this.stars.look(organizationId, messageIds, losing),
      oldest: [
        await this.firstMessages.look(organizationId, fromId),
        await this.firstMessages.look(organizationId, goal.id),
      ],
    };
  }

  /** After the messages have moved. */
  async tell(before: MoveNewsBefore, message: UpdatedMessage): Promise<void> {
    const { organizationId, fromId, losing, keeping } = before;
    const place = { channelId: fromId, topic: message.move!.topicBefore };
    const { emptyTopicName } = message;
    for (const audience of losing) await this.deletions.tell(organizationId, audience, { place, emptyTopicName });
    const views = together([...keeping, ...(await this.gaining(before))]);
    const readings = views.flatMap((view) =>
      view.userIds.map((userId) => ({ userId, messageId: namedIn(view, message.id) })),
    );
    const readers = readings.length === 0 ? [] : await this.audience.standings(readings);
    this.updates.tell(organizationId, message, views, readers);
    this.flags.tellReadByLeaving(organizationId, before.unread);
    await this.stars.tell(organizationId, before.starred);
    for (const oldest of before.oldest) if (oldest) await this.firstMessages.tellChanges(oldest);
  }

  /** Of them, or of more of them than before. */
  private async gaining({
    organizationId,
    messageIds,
    fromId,
    toId,
    keeping,
  }: MoveNewsBefore): Promise<MessageAudience[]> {
    if (fromId === toId) return [];
    const told = await this.audiences.of(organizationId, this.updates.type, placed(messageIds, toId));
    const whole = keeping.filter((one) => one.messageIds.length === messageIds.length);
    const known = new Set(usersIn(whole));
    const newcomers = usersIn(told).filter((id) => !known.has(id));
    if (newcomers.length === 0) return [];
    const { sees } = await this.readers.among(organizationId, fromId, newcomers);
    return only(told, (id) => !known.has(id) && sees.has(id));
  }
}

const placed = (ids: readonly MessageId[], channelId: ChannelId) =>
  ids.map((id) => ({ id, channelId, participantIds: null }));

const usersIn = (audiences: readonly MessageAudience[]): UserId[] => [
  ...new Set(audiences.flatMap(({ userIds }) => userIds)),
];

const only = (audiences: readonly MessageAudience[], fits: (userId: UserId) => boolean): MessageAudience[] =>
  audiences
    .map(({ messageIds, userIds }) => ({ messageIds, userIds: userIds.filter(fits) }))
    .filter(({ userIds }) => userIds.length > 0);

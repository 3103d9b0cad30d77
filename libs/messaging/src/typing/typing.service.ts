import { Channels, Subscriptions } from '@app/channels';
import { GuestVisibility, Organization, Organizations, PersonalSettingsReadings } from '@app/identity';
import { Clock } from '@app/kernel';
import type { ChannelId, UserId } from '@app/kernel';
import { Actor, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { TypingHasNoRecipients, TypingIsKeptSecret } from '../errors';
import { EditingIsNotPermitted, EditingIsOff, EditingIsTooLate } from '../changes/edit.errors';
import type { ViewedMessage } from '../records/message';
import { isTooOld } from '../changes/message-edit';
import { normaliseTopic } from '../topics/topic';
import { AnsweredMessages } from '../access/answered-messages.service';
import { DirectMessages } from '../sending/direct-messages.service';
import { PostingRights } from '../sending/posting-rights.service';
import { TypingClientEvents, TypingOperation } from './typing.client-events';

/** In channels with more subscribers no events are sent. */
const MOST_SUBSCRIBERS = 100;
/**
 * The same limit for conversations that have not begun. They have no id yet, so the log entry lists all participants.
 */
const MOST_NAMED = 100;

/**
 * Typing events (docs/protocol/personal.md). Nothing is stored: clients measure the time themselves. The receivers are
 * the users who would receive the message, with the actor's other clients, except users who turned typing events off.
 * Participants of a conversation can see each other. Only if it has not begun, some may not see the actor.
 */
@Injectable()
export class Typing {
  constructor(
    private readonly direct: DirectMessages,
    private readonly channels: Channels,
    private readonly subscriptions: Subscriptions,
    private readonly rights: PostingRights,
    private readonly answered: AnsweredMessages,
    private readonly settings: PersonalSettingsReadings,
    private readonly organizations: Organizations,
    private readonly guestVisibility: GuestVisibility,
    private readonly clients: TypingClientEvents,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws TypingHasNoRecipients, TypingIsKeptSecret, and as a send to these people */
  async toPeople(actor: Actor, operation: TypingOperation, userIds: readonly number[]): Promise<void> {
    if (userIds.length === 0) throw new TypingHasNoRecipients();
    const { send_private_typing_notifications: shows } = await this.settings.of(actor.organizationId, actor.userId);
    if (!shows) throw new TypingIsKeptSecret('direct');
    const { id, participants } = await this.direct.with(actor, userIds);
    const typing = { operation, sender: { id: actor.userId, email: actor.email } };
    if (id !== null) {
      await this.transactions.run([], async () => this.clients.tellDirect(actor.organizationId, id, typing));
      return;
    }
    if (participants.length > MOST_NAMED) return;
    const ids = participants.map((person) => person.id);
    await this.tell(actor, ids, (told) => {
      const untoldIds = ids.filter((one) => !told.includes(one));
      this.clients.tellBeginning(actor.organizationId, told, { ...typing, untoldIds });
    });
  }

  /** @throws TypingIsKeptSecret, ChannelIdIsInvalid, TopicHasInvalidCharacter, and as a send to the channel */
  async inChannel(actor: Actor, operation: TypingOperation, channelId: number, written: string): Promise<void> {
    const { organizationId, userId, email } = actor;
    const { send_stream_typing_notifications: shows } = await this.settings.of(organizationId, userId);
    if (!shows) throw new TypingIsKeptSecret('channel');
    const { emptyTopicName } = await this.organizations.cached(actor);
    const topic = normaliseTopic(written, emptyTopicName);
    const channel = await this.channels.get(actor, channelId as ChannelId);
    await this.rights.assertMayPost(actor, await this.channels.accessOf(actor), channel, channelId);
    await this.tell(actor, await this.fewIn(actor, channel.id), (told) => {
      const sender = { id: userId, email };
      const place = { channelId: channel.id, topic, emptyTopicName };
      this.clients.tellInChannel(organizationId, told, { operation, sender, ...place });
    });
  }

  /** The text of a message is being changed. @throws MessageIsInvalid, TypingIsKeptSecret, and as the edit itself */
  async over(actor: Actor, operation: TypingOperation, messageId: number): Promise<void> {
    const { message, channel } = await this.answered.find(actor, messageId);
    const organization = await this.organizations.cached(actor);
    const own = await this.settings.of(actor.organizationId, actor.userId);
    const shows = channel ? own.send_stream_typing_notifications : own.send_private_typing_notifications;
    if (!shows) throw new TypingIsKeptSecret(channel ? 'channel' : 'direct');
    this.assertMayRetype(actor, organization, message);
    const retyping = { operation, senderId: actor.userId, messageId: message.id };
    const { organizationId } = actor;
    if (message.conversationId !== null) {
      const { conversationId } = message;
      await this.transactions.run([], async () =>
        this.clients.tellRetypingDirectly(organizationId, conversationId, retyping),
      );
      return;
    }
    const place = { channelId: message.channelId, topic: message.topic, emptyTopicName: organization.emptyTopicName };
    await this.tell(actor, await this.fewIn(actor, message.channelId), (told) =>
      this.clients.tellRetyping(organizationId, told, { ...retyping, place }),
    );
  }

  private assertMayRetype(
    { userId }: Actor,
    { settings }: Organization,
    { senderId, sentAt }: Pick<ViewedMessage, 'senderId' | 'sentAt'>,
  ): void {
    if (!settings.allowMessageEditing) throw new EditingIsOff();
    if (senderId !== userId) throw new EditingIsNotPermitted();
    if (isTooOld(sentAt, this.clock.seconds(), settings.messageContentEditLimitSeconds)) throw new EditingIsTooLate();
  }

  /** Empty if there are too many. */
  private async fewIn({ organizationId }: Actor, channelId: ChannelId): Promise<readonly UserId[]> {
    return (await this.subscriptions.fewSubscriberIds(organizationId, channelId, MOST_SUBSCRIBERS)) ?? [];
  }

  private async tell(actor: Actor, userIds: readonly UserId[], say: (told: readonly UserId[]) => void): Promise<void> {
    const { organizationId, userId, isBot } = actor;
    const wanting = await this.settings.wantingToSeeTyping(organizationId, userIds);
    const excludedGuests = await this.guestsNotSeeing(await this.organizations.cached(actor), { id: userId, isBot });
    const told = wanting.filter((id) => !excludedGuests.has(id));
    if (told.length > 0) await this.transactions.run([], async () => say(told));
  }

  private async guestsNotSeeing(
    organization: Organization,
    user: { id: UserId; isBot: boolean },
  ): Promise<Set<UserId>> {
    return new Set(await this.guestVisibility.guestsNotSeeing(organization, user));
  }
}

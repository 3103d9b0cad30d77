import { Channels } from '@app/channels';
import { Organizations, PersonalSettingsReadings } from '@app/identity';
import type { ChannelId } from '@app/kernel';
import { Actor, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { TypingHasNoRecipients, TypingIsKeptSecret } from '../errors';
import { normaliseTopic } from '../topics/topic';
import { DirectMessages } from '../sending/direct-messages.service';
import { PostingRights } from '../sending/posting-rights.service';
import { TypingClientEvents, TypingOperation } from './typing.client-events';
import { TypingRecipients } from './typing-recipients.service';

/** Conversations that have not begun have no id yet, so the log entry lists all participants. */
const MAX_NAMED = 100;

/**
 * Typing events of a user who writes a new message (docs/protocol/personal.md). Nothing is stored: clients measure the
 * time themselves. Participants of a conversation can see each other. Only if it has not begun, some may not see the
 * actor.
 */
@Injectable()
export class Typing {
  constructor(
    private readonly direct: DirectMessages,
    private readonly channels: Channels,
    private readonly rights: PostingRights,
    private readonly settings: PersonalSettingsReadings,
    private readonly organizations: Organizations,
    private readonly recipients: TypingRecipients,
    private readonly clients: TypingClientEvents,
    private readonly transactions: Transactions,
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
    if (participants.length > MAX_NAMED) return;
    const ids = participants.map((person) => person.id);
    const told = await this.recipients.among(actor, ids);
    if (told.length === 0) return;
    const untoldIds = ids.filter((one) => !told.includes(one));
    await this.transactions.run([], async () =>
      this.clients.tellBeginning(actor.organizationId, told, { ...typing, untoldIds }),
    );
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
    const told = await this.recipients.inChannel(actor, channel.id);
    if (told.length === 0) return;
    const sender = { id: userId, email };
    const place = { channelId: channel.id, topic, emptyTopicName };
    await this.transactions.run([], async () =>
      this.clients.tellInChannel(organizationId, told, { operation, sender, ...place }),
    );
  }
}

import { Channels, ReadableChannel } from '@app/channels';
import type { Organization } from '@app/identity';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MessageAccess } from '../access/access';
import { Change, changeOf, EditRequest } from '../changes/message-edit';
import { MessageIsInvalid } from '../errors';
import { MoveRights } from '../moving/move-rights.service';
import type { EditableMessage } from '../records/message';
import { MessageRepository } from '../records/message.repository';
import { Renderings } from '../rendering/renderings.service';
import { WildcardMentions } from '../sending/wildcard-mentions.service';
import { MessageEditRepository } from './message-edit.repository';
import { MessageRewrites, ReadyText } from './message-rewrites.service';

/** A message with its place, as its reader finds it. */
export interface Found {
  readonly message: EditableMessage;
  /** null: a direct message. */
  readonly channel: ReadableChannel | null;
}

/** Decides whether a message may be edited, and what the request makes of it. */
@Injectable()
export class EditDecisions {
  constructor(
    private readonly rows: MessageEditRepository,
    private readonly messages: MessageRepository,
    private readonly channels: Channels,
    private readonly renderings: Renderings,
    private readonly rewrites: MessageRewrites,
    private readonly rights: MoveRights,
    private readonly wildcardMentions: WildcardMentions,
  ) {}

  /** @throws MessageIsInvalid */
  async find(actor: Actor, messageId: number): Promise<Found> {
    const message = await this.rows.find(actor, messageId);
    const channel = message?.channelId ? await this.channels.find(actor, message.channelId) : null;
    const access = new MessageAccess(actor.userId, channel ? [channel] : []);
    if (!message || channel?.isArchived || !access.reads(message)) throw new MessageIsInvalid();
    return { message, channel };
  }

  async permittedChange(
    actor: Actor,
    organization: Organization,
    { message, channel }: Found,
    request: EditRequest,
  ): Promise<Change> {
    const change = changeOf(message, request, organization.emptyTopicName);
    if (change.content !== null) this.rights.assertMayRewrite(actor, organization, message);
    if (channel) await this.rights.assertMayMove(actor, organization, message, channel, change);
    return change;
  }

  /** Rendering takes time, so it precedes the transaction. */
  async readyText(actor: Actor, organization: Organization, { content }: Change): Promise<ReadyText | null> {
    if (content === null) return null;
    const rendering = await this.renderings.render(actor, content);
    await this.renderings.assertMayMention(actor, organization, rendering);
    return this.rewrites.ready(actor, content, rendering);
  }

  /**
   * Called in the transaction of the edit, because the participants of a topic change.
   * @throws ChannelWildcardIsNotPermitted, TopicWildcardIsNotPermitted
   */
  async assertMayMention(
    actor: Actor,
    organization: Organization,
    { message, channel }: Found,
    change: Change,
    text: ReadyText,
  ): Promise<void> {
    if (!channel) return;
    const topic = change.topic ?? message.topic;
    const isOfTopic = text.rendering.mentionsTopic;
    const partakers = isOfTopic ? (await this.messages.partakers(channel.id, topic)).length : 0;
    await this.wildcardMentions.assertPermitted(actor, organization, text.rendering, channel.id, partakers);
  }
}

import { LARGEST_ID } from '@app/kernel';
import { Channels, ReadableChannel } from '@app/channels';
import { Organization, Organizations } from '@app/identity';
import { Actor, Lock, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ListedAttachment } from '../attachments/attachment';
import { TopicIsBeingMoved } from '../changes/edit.errors';
import { MessageIsInvalid } from '../errors';
import type { EditableMessage } from '../records/message';
import { Change, changeOf, EditRequest } from '../changes/message-edit';
import { MessageEditRepository } from './message-edit.repository';
import { MessageAccess } from '../access/access';
import { Attachments } from '../attachments/attachments.service';
import { MessageRepository } from '../records/message.repository';
import { WildcardMentions } from '../sending/wildcard-mentions.service';
import { MessageRewrites, ReadyText } from './message-rewrites.service';
import { MessageUpdates } from './message-updates.service';
import { MoveJobs } from '../moving/move-jobs.service';
import { MoveRights } from '../moving/move-rights.service';
import { Renderings } from '../rendering/renderings.service';
import { UserTopicMoves } from '../moving/user-topic-moves.service';

/** A message with its place, as its reader finds it. */
interface Found {
  readonly message: EditableMessage;
  /** null: a direct message. */
  readonly channel: ReadableChannel | null;
}

/** Edits and moves messages (docs/protocol/edits.md). All changes of a request are applied, or none. */
@Injectable()
export class MessageEdits {
  constructor(
    private readonly rows: MessageEditRepository,
    private readonly messages: MessageRepository,
    private readonly organizations: Organizations,
    private readonly channels: Channels,
    private readonly renderings: Renderings,
    private readonly rewrites: MessageRewrites,
    private readonly rights: MoveRights,
    private readonly wildcardMentions: WildcardMentions,
    private readonly attachments: Attachments,
    private readonly userTopicMoves: UserTopicMoves,
    private readonly moveJobs: MoveJobs,
    private readonly updates: MessageUpdates,
    private readonly transactions: Transactions,
  ) {}

  /**
   * If another move of the topic is still running, helps to finish it and then begins.
   * @returns the actor's files that are no longer used
   * @throws MessageIsInvalid also in an archived channel; what `changeOf`, `MoveRights`, `WildcardMentions` and
   * `Renderings` say; TopicIsRequired, TopicsAreNotAllowed; TopicIsBeingMoved when that takes too long
   */
  async edit(actor: Actor, messageId: number, request: EditRequest): Promise<readonly ListedAttachment[]> {
    const deadline = this.moveJobs.deadline();
    for (;;) {
      try {
        return await this.editNow(actor, messageId, request);
      } catch (error) {
        if (!(error instanceof TopicIsBeingMoved) || !(await this.moveJobs.finish(error.jobId, deadline))) throw error;
      }
    }
  }

  /** The locks depend on the place of the message. If it was moved meanwhile, starts again. */
  private editNow(actor: Actor, messageId: number, request: EditRequest): Promise<readonly ListedAttachment[]> {
    return this.transactions.runWhenStable({
      resolve: async () => {
        const organization = await this.organizations.cached(actor);
        const found = await this.find(actor, messageId);
        const change = await this.permittedChange(actor, organization, found, request);
        return { organization, found, change, text: await this.readyText(actor, organization, change) };
      },
      locksOf: ({ found, change, text }) => this.locksOf(actor, found, change, text),
      confirm: async ({ organization, found, change, text }) => {
        const now = await this.find(actor, messageId);
        if (now.message.channelId !== found.message.channelId) return null;
        const changeNow = await this.permittedChange(actor, organization, now, request);
        return isMove(changeNow) && !isMove(change) ? null : { organization, found: now, change: changeNow, text };
      },
      work: ({ organization, found, change, text }) => this.apply(actor, organization, found, request, change, text),
    });
  }

  /** @throws MessageIsInvalid */
  private async find(actor: Actor, messageId: number): Promise<Found> {
    const message = await this.rows.find(actor, messageId);
    const channel = message?.channelId ? await this.channels.find(actor, message.channelId) : null;
    const access = new MessageAccess(actor.userId, channel ? [channel] : []);
    if (!message || channel?.isArchived || !access.reads(message)) throw new MessageIsInvalid();
    return { message, channel };
  }

  private async permittedChange(
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
  private async readyText(actor: Actor, organization: Organization, { content }: Change): Promise<ReadyText | null> {
    if (content === null) return null;
    const rendering = await this.renderings.render(actor, content);
    await this.renderings.assertMayMention(actor, organization, rendering);
    return this.rewrites.ready(actor, content, rendering);
  }

  private async locksOf(
    actor: Actor,
    { message }: Found,
    { topic, channelId }: Change,
    text: ReadyText | null,
  ): Promise<Lock[]> {
    const files = text ? this.attachments.locksOf(text.rendering.attachments) : [];
    const owners = text ? await this.attachments.ownersOf([message.id]) : [];
    const ofText = [lock.message(message.id), ...files, ...owners.map((id) => lock.user(id))];
    if (message.channelId === null) return [lock.user(actor.userId), ...ofText];
    if (!isMove({ topic, channelId })) return [lock.channelShared(message.channelId), ...ofText];
    const from = { channelId: message.channelId, topic: message.topic };
    const to = { channelId: channelId ?? message.channelId, topic: topic ?? message.topic };
    const ofReaders = await this.userTopicMoves.locksFor(from, to);
    const channelIds = [from.channelId, to.channelId].filter((id) => id <= LARGEST_ID);
    return [...channelIds.map((id) => lock.channel(id)), ...ofReaders, ...ofText];
  }

  private async apply(
    actor: Actor,
    organization: Organization,
    { message, channel }: Found,
    request: EditRequest,
    change: Change,
    text: ReadyText | null,
  ): Promise<readonly ListedAttachment[]> {
    const topic = change.topic ?? message.topic;
    if (text && channel) {
      const isOfTopic = text.rendering.mentionsTopic;
      const partakers = isOfTopic ? (await this.messages.partakers(channel.id, topic)).length : 0;
      await this.wildcardMentions.assertPermitted(actor, organization, text.rendering, channel.id, partakers);
    }
    const edited = { actor, organization, message, channel, change, text };
    return channel && isMove(change)
      ? this.updates.move({ ...edited, channel }, request)
      : this.updates.rewrite({ ...edited, text: text! });
  }
}

const isMove = ({ topic, channelId }: Pick<Change, 'topic' | 'channelId'>): boolean =>
  topic !== null || channelId !== null;

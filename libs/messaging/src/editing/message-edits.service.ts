import { LARGEST_ID } from '@app/kernel';
import { Organization, Organizations } from '@app/identity';
import { Actor, Lock, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ListedAttachment } from '../attachments/attachment';
import { TopicIsBeingMoved } from '../changes/edit.errors';
import type { Change, EditRequest } from '../changes/message-edit';
import { Attachments } from '../attachments/attachments.service';
import { EditDecisions, Found } from './edit-decisions.service';
import type { ReadyText } from './message-rewrites.service';
import { MessageUpdates } from './message-updates.service';
import { MoveJobs } from '../moving/move-jobs.service';
import { UserTopicMoves } from '../moving/user-topic-moves.service';

/** Edits and moves messages (docs/protocol/edits.md). All changes of a request are applied, or none. */
@Injectable()
export class MessageEdits {
  constructor(
    private readonly organizations: Organizations,
    private readonly decisions: EditDecisions,
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
        const found = await this.decisions.find(actor, messageId);
        const change = await this.decisions.permittedChange(actor, organization, found, request);
        return { organization, found, change, text: await this.decisions.readyText(actor, organization, change) };
      },
      locksOf: ({ found, change, text }) => this.locksOf(actor, found, change, text),
      confirm: async ({ organization, found, change, text }) => {
        const now = await this.decisions.find(actor, messageId);
        if (now.message.channelId !== found.message.channelId) return null;
        const changeNow = await this.decisions.permittedChange(actor, organization, now, request);
        return isMove(changeNow) && !isMove(change) ? null : { organization, found: now, change: changeNow, text };
      },
      work: ({ organization, found, change, text }) => this.apply(actor, organization, found, request, change, text),
    });
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
    found: Found,
    request: EditRequest,
    change: Change,
    text: ReadyText | null,
  ): Promise<readonly ListedAttachment[]> {
    if (text) await this.decisions.assertMayMention(actor, organization, found, change, text);
    const { message, channel } = found;
    const edited = { actor, organization, message, channel, change, text };
    return channel && isMove(change)
      ? this.updates.move({ ...edited, channel }, request)
      : this.updates.rewrite({ ...edited, text: text! });
  }
}

const isMove = ({ topic, channelId }: Pick<Change, 'topic' | 'channelId'>): boolean =>
  topic !== null || channelId !== null;

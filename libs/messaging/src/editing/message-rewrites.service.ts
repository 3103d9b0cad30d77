import { AlertWords } from '@app/identity';
import { Clock } from '@app/kernel';
import type { UserId } from '@app/kernel';
import { RENDERER_VERSION } from '@app/markdown';
import { Actor, DomainEventBus, Raises } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ListedAttachment } from '../attachments/attachment';
import type { StoredEdit } from '../records/edit-history';
import { BIT, folded, isInHistory, Lists, Mark, NO_LISTS, unfolded } from '../received/flag';
import type { EditableMessage } from '../records/message';
import { dropsRecipient, newMentions, NO_NEW_MENTIONS } from '../received/new-mentions';
import { MessageAudienceRepository } from '../records/message-audience.repository';
import { MessageRepository } from '../records/message.repository';
import { MessageEditRepository } from './message-edit.repository';
import { Attachments } from '../attachments/attachments.service';
import { LinkPreviews } from '../link-previews/link-previews.service';
import type { Rendering } from '../rendering/renderings.service';

/** The new text, rendered before the transaction. */
export interface ReadyText {
  readonly content: string;
  readonly rendering: Rendering;
  /** Users whose alert words are in it. */
  readonly alertedIds: readonly UserId[];
}

/** Stores the new text of a message, in the transaction of the edit, which has locked the message. */
@Injectable()
export class MessageRewrites {
  constructor(
    private readonly rows: MessageEditRepository,
    private readonly messages: MessageRepository,
    private readonly audience: MessageAudienceRepository,
    private readonly attachments: Attachments,
    private readonly linkPreviews: LinkPreviews,
    private readonly alertWords: AlertWords,
    private readonly events: DomainEventBus,
    private readonly clock: Clock,
  ) {}

  /** Called before the transaction. */
  async ready(actor: Actor, content: string, rendering: Rendering): Promise<ReadyText> {
    return { content, rendering, alertedIds: await this.alertWords.alertedBy(content, actor) };
  }

  /**
   * @param move the move that the same request has made just before
   * @returns files of the actor that are no longer used
   */
  @Raises('MessageEdited')
  async rewrite(
    { organizationId, ...actor }: Actor,
    message: EditableMessage,
    { content, rendering, alertedIds }: ReadyText,
    move: Pick<StoredEdit, 'prevTopic' | 'topic'> | null,
  ): Promise<readonly ListedAttachment[]> {
    const { html, isMeMessage, hasLink, hasImage, mentionsChannel, mentionsTopic, unseenPages, attachments } =
      rendering;
    const isInChannel = message.channelId !== null;
    const before = { prevContent: message.content, prevHtml: message.html };
    const edit = { userId: actor.userId, at: this.clock.seconds(), ...before, ...move };
    const topic = move?.topic ?? message.topic;
    const { rows, ...lists } = await this.marks(message, rendering, alertedIds, topic);
    const said = await this.rows.rewrite(
      message.id,
      {
        content,
        html,
        rendererVersion: RENDERER_VERSION,
        isMeMessage,
        hasLink,
        hasImage,
        hasAttachment: attachments.length > 0,
        mentionsChannel: isInChannel && mentionsChannel,
        mentionsTopic: isInChannel && mentionsTopic,
        ...lists,
      },
      edit,
      move !== null,
    );
    const rowsBefore = await this.rows.remark(message.id, rows);
    const mentionsBefore = { marks: unfolded(said, rowsBefore), mentionsChannel: said.mentionsChannel };
    const mentionsNow = { marks: unfolded(lists, rows), mentionsChannel };
    const mentions = isInChannel ? newMentions(mentionsBefore, mentionsNow, actor.userId) : NO_NEW_MENTIONS;
    const released = await this.attachments.claim(organizationId, message.id, attachments);
    await this.linkPreviews.request(organizationId, message.id, unseenPages);
    const messageId = message.id;
    await this.events.raise('MessageEdited', {
      organizationId,
      messageId,
      editorId: actor.userId,
      mentions,
      dropsRecipient: isInChannel && dropsRecipient(mentionsBefore, mentionsNow),
    });
    return this.attachments.detached({ organizationId, ...actor }, released);
  }

  /**
   * Only flags of users who have the message. A later mention does not give the message to other users. Lists have those alone
   * who received it in the channel where it is, as moves expect.
   */
  private async marks(
    { id, channelId, participantIds }: EditableMessage,
    { mentionedIds, mentionsTopic }: Rendering,
    alertedIds: readonly UserId[],
    topic: string,
  ): Promise<Lists & { readonly rows: readonly Mark[] }> {
    const bits = new Map<UserId, number>();
    const mark = (userIds: readonly UserId[], bit: number) =>
      userIds.forEach((userId) => bits.set(userId, (bits.get(userId) ?? 0) | bit));
    mark(mentionedIds, BIT.mentioned);
    mark(alertedIds, BIT.alertWord);
    if (channelId !== null && mentionsTopic) mark(await this.messages.partakers(channelId, topic), BIT.topicWildcard);
    const candidates = [...bits.keys()].filter((userId) => participantIds?.includes(userId) ?? true);
    if (candidates.length === 0) return { ...NO_LISTS, rows: [] };
    const standings = await this.audience.standings(candidates.map((userId) => ({ userId, messageId: id })));
    const marked = standings
      .filter(isInHistory)
      .map(({ userId, isReceived }) => ({ userId, bits: bits.get(userId)!, isReceived }))
      .sort((one, other) => one.userId - other.userId);
    const { rows, ...lists } =
      channelId === null ? { ...NO_LISTS, rows: marked } : folded(marked.filter((one) => one.isReceived));
    return { ...lists, rows: channelId === null ? rows : [...rows, ...marked.filter((one) => !one.isReceived)] };
  }
}

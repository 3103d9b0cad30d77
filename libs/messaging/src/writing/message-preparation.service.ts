import { AlertWords, Linkifiers, Organization, Organizations } from '@app/identity';
import { Clock } from '@app/kernel';
import type { MessageId, UserId } from '@app/kernel';
import type { Linkifier } from '@app/markdown';
import type { Actor, Lock } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { LinkedUpload } from '../attachments/attachment';
import { normaliseContent } from '../content';
import { Widget, widgetIn } from '../polls/widget';
import { Rendering, Renderings } from '../rendering/renderings.service';
import type { LocalEcho } from './message.client-events';

/** A message without a place. */
export interface Draft {
  readonly content: string;
  /** The sender has read it. */
  readonly isReadBySender: boolean;
  readonly echo: LocalEcho | null;
  /** Runs if and only if the message is sent. */
  readonly sendStep?: SendStep;
  /** The widget of the message; absent: determined from the text. */
  readonly widget?: Widget | null;
}

/** The name that a client gives its send. */
interface NameClaim {
  readonly userId: UserId;
  readonly key: Buffer;
  readonly request: Buffer;
  /** What is thrown where the name is taken. */
  readonly refusal: () => Error;
}

/** A step in the transaction of a send. */
export interface SendStep {
  /** What the step does if that is all: sends that share a transaction claim their names in one statement. */
  readonly claim?: NameClaim;
  readonly locks: readonly Lock[];
  /** Runs before the writes. Throwing rolls the send back. SQL only. */
  readonly run: (messageId: MessageId) => Promise<void>;
}

/** A prepared message without its place. */
export interface PreparedMessage extends Draft {
  readonly actor: Actor;
  readonly organization: Organization;
  readonly rendering: Rendering;
  /** Users whose alert words are in it, whether or not they receive it. */
  readonly alertedIds: readonly UserId[];
  /** The linkifiers of the organization, for the topic. */
  readonly linkifiers: readonly Linkifier[];
  readonly sentAt: Date;
}

/** The text of a message that was checked, and is not sent yet. */
export interface CheckedText {
  /** The text as it would be stored. */
  readonly content: string;
  readonly html: string;
  /** The files in the message. */
  readonly attachments: readonly LinkedUpload[];
}

export const textOf = ({ content, rendering: { html, attachments } }: PreparedMessage): CheckedText => ({
  content,
  html,
  attachments,
});

/** The work of every send before its transaction. */
@Injectable()
export class MessagePreparation {
  constructor(
    private readonly organizations: Organizations,
    private readonly renderings: Renderings,
    private readonly linkifiers: Linkifiers,
    private readonly alertWords: AlertWords,
    private readonly clock: Clock,
  ) {}

  /** @throws MessageIsEmpty, MessageContainsNull, RenderingFailed, GroupMentionIsNotPermitted */
  async prepare(actor: Actor, draft: Draft): Promise<PreparedMessage> {
    const content = normaliseContent(draft.content);
    const [organization, rendering, words] = await Promise.all([
      this.organizations.cached(actor),
      this.renderings.render(actor, content),
      this.words(actor, content),
    ]);
    await this.renderings.assertMayMention(actor, organization, rendering);
    return {
      content,
      isReadBySender: draft.isReadBySender,
      echo: draft.echo,
      sendStep: draft.sendStep,
      widget: draft.widget ?? widgetIn(content),
      actor,
      organization,
      rendering,
      linkifiers: words.linkifiers,
      alertedIds: words.alertedIds,
      sentAt: this.clock.now(),
    };
  }

  /** The alert words and linkifiers that apply to a text and its topic. At most one statement. */
  async words(actor: Actor, content: string): Promise<Pick<PreparedMessage, 'alertedIds' | 'linkifiers'>> {
    const [linkifiers, alertedIds] = await Promise.all([
      this.linkifiers.cached(actor),
      this.alertWords.alertedBy(content, actor),
    ]);
    return { linkifiers, alertedIds };
  }
}

import { EmojiChoices } from '@app/identity';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT, isInHistory } from '../received/flag';
import type { ViewedMessage } from '../records/message';
import { EmojiIsMissing, Reaction, ReactionDoesNotExist, ReactionExistsAlready } from '../records/reaction';
import { FlagRepository } from '../records/flag.repository';
import { ReactionRepository } from './reaction.repository';
import { TargetMessages } from '../access/target-messages.service';
import { MessageAudiences } from '../audiences/message-audiences.service';
import { ReactionClientEvents } from './reaction.client-events';
import { AutomaticTopicPolicies } from '../user-topics/automatic-topic-policies.service';

/** The wanted emoji. Absent fields are found by the name. */
export interface NewReaction {
  readonly name: string;
  readonly code?: string;
  readonly type?: string;
}

/** Found by the code, otherwise by the name. */
export interface UnwantedReaction {
  readonly name?: string;
  readonly code?: string;
  readonly type: string;
}

/**
 * Adds and removes reactions (docs/protocol/reactions.md). `TargetMessages.find` decides who may react: every user who
 * can read the message, unless its channel is archived.
 */
@Injectable()
export class Reactions {
  constructor(
    private readonly targets: TargetMessages,
    private readonly rows: ReactionRepository,
    private readonly flags: FlagRepository,
    private readonly emoji: EmojiChoices,
    private readonly audiences: MessageAudiences,
    private readonly automaticPolicies: AutomaticTopicPolicies,
    private readonly clients: ReactionClientEvents,
  ) {}

  /**
   * If the message already has the emoji, the reaction gets the name of the existing ones, even if that name now
   * belongs to another emoji.
   * @throws MessageIsInvalid, EmojiIsUnknownHere, EmojiIsInvalid, ReactionExistsAlready
   */
  async add(actor: Actor, messageId: number, { name, code, type }: NewReaction): Promise<void> {
    await this.targets.hold(actor, messageId, async ({ message, channel }) => {
      const meant = await this.emoji.complete(actor, { name, code, kind: type });
      const chosen = { type: meant.kind as Reaction['type'], code: meant.code };
      const known = await this.rows.nameOn(message.id, chosen);
      if (known === null) await this.emoji.check(actor, meant);
      const reaction = { userId: actor.userId, ...chosen, name: known ?? name };
      if (!(await this.rows.insert(message.id, reaction))) throw new ReactionExistsAlready();
      await this.keep(actor, message);
      if (channel) await this.automaticPolicies.partake(actor, channel, message.topic);
      await this.tell(actor, 'add', message, reaction);
    });
  }

  /** @throws MessageIsInvalid, EmojiIsMissing, EmojiIsUnknownHere, ReactionDoesNotExist */
  async remove(actor: Actor, messageId: number, { name, code, type }: UnwantedReaction): Promise<void> {
    await this.targets.hold(actor, messageId, async ({ message }) => {
      if (name === undefined && code === undefined) throw new EmojiIsMissing();
      const unwanted = code ?? (await this.codeOf(actor, message, type, name!));
      const removed = await this.rows.remove(message.id, actor.userId, type, unwanted);
      if (!removed) throw new ReactionDoesNotExist();
      await this.tell(actor, 'remove', message, removed);
    });
  }

  /** The code of the actor's own reaction of that name on the message, otherwise the current meaning of the name. */
  private async codeOf(actor: Actor, message: ViewedMessage, type: string, name: string): Promise<string> {
    const own = await this.rows.ownNamed(message.id, actor.userId, type, name);
    return own?.code ?? (await this.emoji.complete(actor, { name })).code;
  }

  /** A message becomes part of the user's personal history by a reaction. */
  private async keep({ userId }: Actor, message: ViewedMessage): Promise<void> {
    if (isInHistory(message)) return;
    await this.flags.set(userId, [{ messageId: message.id, bits: BIT.historical }]);
  }

  private async tell(
    { organizationId }: Actor,
    operation: 'add' | 'remove',
    message: ViewedMessage,
    reaction: Reaction,
  ): Promise<void> {
    const told = await this.audiences.ofOne(organizationId, message);
    this.clients.tell(organizationId, told, { operation, messageId: message.id, reaction });
  }
}

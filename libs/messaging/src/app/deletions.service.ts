import { Actor, lock } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MessageIsInvalid } from '../domain/errors';
import type { MessageStanding } from '../domain/message';
import { MessageRepository, Places } from '../store/message.repository';
import { MoveRepository } from '../store/move.repository';
import { Attachments } from './attachments.service';
import { HeldMessages } from './held-messages';

/**
 * Deleting messages, for ever. Who may do so is for the caller to decide, but nobody deletes what they cannot read.
 * Files that no other message has go with them. Called within a transaction, its locks must be held: channels alone, of
 * direct messages everybody who may have flagged them, and the owners of files that the messages have.
 */
@Injectable()
export class Deletions {
  constructor(
    private readonly messages: MessageRepository,
    private readonly moves: MoveRepository,
    private readonly held: HeldMessages,
    private readonly attachments: Attachments,
  ) {}

  /**
   * The messages as they were; ascending by id.
   * @throws MessageIsInvalid and deletes nothing, when one of them cannot be read
   */
  async delete(actor: Actor, messageIds: readonly number[]): Promise<readonly MessageStanding[]> {
    const ownerIds = await this.attachments.ownersOf(messageIds);
    const locksOf = ({ channelIds, participantIds }: Places) => [
      ...channelIds.map((id) => lock.channel(id)),
      ...[...participantIds, ...ownerIds].map((id) => lock.user(id)),
    ];
    return this.held.hold(actor, messageIds, locksOf, async (messages, access) => {
      if (!messages.every((one) => access.reads(one))) throw new MessageIsInvalid();
      const ids = messages.map(({ id }) => id);
      await this.attachments.release(actor.organizationId, ids);
      await this.moves.forgetEmpty(await this.messages.remove(ids));
      return messages;
    });
  }
}

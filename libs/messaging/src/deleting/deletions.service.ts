import { Channels } from '@app/channels';
import { Audit, Organization, Organizations, Users } from '@app/identity';
import { Clock } from '@app/kernel';
import type { MessageId } from '@app/kernel';
import { Actor, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { DeletedMessage } from '../records/deletion';
import { DeletingIsNotPermitted, MessageIsDeletedAlready, TooLateToDelete } from './deletion.errors';
import { MessageIsInvalid } from '../errors';
import type { MessageStanding } from '../records/message';
import { DeletionRepository } from '../records/deletion.repository';
import { MessageRepository } from '../records/message.repository';
import { channelsOf, MessageAccess } from '../access/access';
import { Attachments } from '../attachments/attachments.service';
import { Removals } from '../removals/removals.service';

/** Deletes messages permanently. A user can delete only messages that the user can read. */
@Injectable()
export class Deletions {
  constructor(
    private readonly rows: DeletionRepository,
    private readonly messages: MessageRepository,
    private readonly removals: Removals,
    private readonly attachments: Attachments,
    private readonly channels: Channels,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes one message, as its sender, as the owner of the bot that sent it, or as a user who may delete any message
   * (docs/protocol/edits.md).
   * @throws MessageIsInvalid also in an archived channel, MessageIsDeletedAlready, DeletingIsNotPermitted,
   * TooLateToDelete
   */
  async deleteOne(actor: Actor, messageId: number): Promise<void> {
    if (!(await this.allRead(actor, [messageId]))) throw new MessageIsInvalid();
    await this.removeHeld(actor, [messageId], async ([message]) => {
      if (!message) throw new MessageIsDeletedAlready();
      if (!(await this.allRead(actor, [messageId]))) throw new MessageIsInvalid();
      await this.assertMayDelete(actor, message);
    });
  }

  /**
   * Deletes several messages of any senders. The caller has checked the permission and holds `Removals.locksOf`, in a
   * transaction. Returns the deleted messages, ascending by id.
   * @throws MessageIsInvalid and deletes nothing, when one of them cannot be read
   */
  async delete(actor: Actor, messageIds: readonly number[]): Promise<readonly MessageStanding[]> {
    let standings: readonly MessageStanding[] = [];
    await this.removeHeld(actor, messageIds, async () => {
      const read = await this.allRead(actor, messageIds);
      if (!read) throw new MessageIsInvalid();
      standings = read;
    });
    return standings;
  }

  private removeHeld(
    actor: Actor,
    messageIds: readonly number[],
    assert: (messages: readonly DeletedMessage[]) => Promise<void>,
  ): Promise<void> {
    const { organizationId, userId } = actor;
    const ids = messageIds as readonly MessageId[];
    return this.transactions.runWhenStable({
      resolve: async () => ({
        messages: await this.rows.list(organizationId, ids),
        ownerIds: await this.attachments.ownersOf(ids),
      }),
      locksOf: ({ messages, ownerIds }) => this.removals.locksOf(messages, ownerIds),
      work: async ({ messages }) => {
        await assert(messages);
        await this.removals.remove(organizationId, messages, userId);
      },
    });
  }

  /** The messages with the actor's state, ascending; `null`: one of them is absent or not readable. */
  private async allRead(actor: Actor, messageIds: readonly number[]): Promise<MessageStanding[] | null> {
    const standings = await this.messages.standings(actor, messageIds);
    if (standings.length < new Set(messageIds).size) return null;
    const readable = await this.channels.readableAmong(actor, channelsOf(standings));
    const access = new MessageAccess(actor.userId, readable);
    return standings.every((one) => access.reads(one)) ? standings : null;
  }

  private async assertMayDelete(actor: Actor, message: DeletedMessage): Promise<void> {
    const channel = message.channelId === null ? null : await this.channels.get(actor, message.channelId);
    if (channel?.isArchived) throw new MessageIsInvalid();
    const access = await this.channels.accessOf(actor);
    const isOwn = await this.isFrom(actor, message);
    if (access.deletesMessages('any', channel)) return isOwn ? undefined : this.record(actor, message);
    if (!isOwn || !access.deletesMessages('own', channel)) throw new DeletingIsNotPermitted();
    if (this.isTooOld(message, await this.organizations.current(actor.organizationId))) throw new TooLateToDelete();
  }

  /** Deleting another user's message is recorded, without its text and topic. */
  private record({ organizationId }: Actor, { id, senderId, channelId }: DeletedMessage): void {
    const before = { sender_id: senderId, channel_id: channelId };
    this.audit.record({ organizationId, action: 'deleted', object: { type: 'message', id }, before });
  }

  /** A bot's message also belongs to the bot's owner. */
  private async isFrom({ organizationId, userId }: Actor, { senderId }: DeletedMessage): Promise<boolean> {
    if (senderId === userId) return true;
    const sender = (await this.users.byIds(organizationId, [senderId])).get(senderId);
    return sender?.isBot === true && sender.botOwnerId === userId;
  }

  private isTooOld({ sentAt }: DeletedMessage, { settings }: Organization): boolean {
    const limit = settings.messageContentDeleteLimitSeconds;
    return limit !== null && this.clock.now().getTime() - sentAt > limit * 1000;
  }
}

import { ChannelIdIsInvalid, Channels, ReadableChannel } from '@app/channels';
import { assertAdministrator, Audit, Users } from '@app/identity';
import type { ChannelId, UserId } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Attachments } from '../attachments/attachments.service';
import { DeletionRepository } from '../records/deletion.repository';
import { Removals } from '../removals/removals.service';
import type { TopicPlace } from '../topics/topic';

/** The batch size. Each batch delays senders to the channel. */
const BATCH = 100;

/** `again`: the batch contains files of users whose locks are not held. `more`: messages remain. */
export type Outcome = 'again' | 'more' | 'done';

/** Deletes the newest messages of a topic. */
@Injectable()
export class TopicBatches {
  constructor(
    private readonly rows: DeletionRepository,
    private readonly removals: Removals,
    private readonly attachments: Attachments,
    private readonly channels: Channels,
    private readonly users: Users,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /** @throws MustBeAdministrator, ChannelIdIsInvalid */
  async delete(actor: Actor, place: TopicPlace): Promise<Outcome> {
    const readerId = readerOf(await this.readable(actor, place.channelId), actor);
    const expected = await this.rows.newestOfTopic(place, readerId, BATCH);
    const ownerIds = await this.attachments.ownersOf(expected.messages.map(({ id }) => id));
    const locks = [lock.channel(place.channelId), ...ownerIds.map((id) => lock.user(id))];
    return this.transactions.run(locks, async () => {
      const readerId = readerOf(await this.readable(actor, place.channelId), actor);
      const { messages, isAll } = await this.rows.newestOfTopic(place, readerId, BATCH);
      const owners = await this.attachments.ownersOf(messages.map(({ id }) => id));
      if (!owners.every((id) => ownerIds.includes(id))) return 'again';
      const [oldest] = messages;
      if (!oldest) return 'done';
      await this.removals.remove(actor.organizationId, messages, actor.userId);
      this.audit.record({
        organizationId: actor.organizationId,
        action: 'topic deleted',
        object: { type: 'channel', id: place.channelId },
        before: { messages: messages.length, first_message_id: oldest.id, last_message_id: messages.at(-1)!.id },
      });
      return isAll ? 'done' : 'more';
    });
  }

  /** Reads the role again: it may have changed since the request or the previous batch. */
  private async readable(actor: Actor, channelId: ChannelId): Promise<ReadableChannel> {
    const { role } = await this.users.get(actor.organizationId, actor.userId);
    assertAdministrator({ role });
    const channel = await this.channels.get({ ...actor, role }, channelId);
    if (channel.isArchived) throw new ChannelIdIsInvalid();
    return channel;
  }
}

/** `null`: every reader of the channel reads all messages. */
const readerOf = ({ history }: ReadableChannel, { userId }: Actor): UserId | null =>
  history === 'all' ? null : userId;

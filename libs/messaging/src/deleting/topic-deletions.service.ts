import { ChannelIdIsInvalid, Channels, ReadableChannel } from '@app/channels';
import { assertAdministrator, Audit, Organizations, Users } from '@app/identity';
import { ChannelId, Clock } from '@app/kernel';
import type { UserId } from '@app/kernel';
import { Actor, Config, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { readTopic, TopicPlace } from '../topics/topic';
import { DeletionRepository } from '../records/deletion.repository';
import { Attachments } from '../attachments/attachments.service';
import { MoveJobs } from '../moving/move-jobs.service';
import { Removals } from '../removals/removals.service';
import { TopicResets } from '../user-topics/topic-resets.service';

/** The batch size. Each batch delays senders to the channel. */
const BATCH = 100;

type Outcome = 'again' | 'more' | 'done';

/** Deleting topics (docs/protocol/topics.md). */
@Injectable()
export class TopicDeletions {
  constructor(
    private readonly rows: DeletionRepository,
    private readonly removals: Removals,
    private readonly resets: TopicResets,
    private readonly attachments: Attachments,
    private readonly moveJobs: MoveJobs,
    private readonly channels: Channels,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes the messages of a topic that the administrator can read, newest first. Each batch is committed and
   * announced separately, so its messages remain deleted whatever happens later. A running move of the topic is
   * finished first. `false`: the time limit was reached, and messages remain.
   * @throws MustBeAdministrator, ChannelIdIsInvalid also for an archived or unreadable channel
   */
  async delete(actor: Actor, channelId: ChannelId, written: string): Promise<boolean> {
    const { emptyTopicName } = await this.organizations.cached(actor);
    const place = { channelId, topic: readTopic(written.trim(), emptyTopicName) };
    const deadline = this.clock.now().getTime() + this.config.topicDeletionMs;
    for (let outcome: Outcome = 'more'; outcome !== 'done';) {
      if (!(await this.moveJobs.finishIn(place, deadline))) return false;
      outcome = await this.deleteBatch(actor, place);
      if (outcome === 'more' && this.clock.now().getTime() >= deadline) return false;
    }
    await this.resets.reset(actor.organizationId, place);
    return true;
  }

  /** `again`: the batch contains files of users whose locks are not held. */
  private async deleteBatch(actor: Actor, place: TopicPlace): Promise<Outcome> {
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

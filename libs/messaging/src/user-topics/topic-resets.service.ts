import { Organizations } from '@app/identity';
import { Clock } from '@app/kernel';
import type { OrganizationId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { VISIBILITY } from './user-topic';
import type { TopicPlace } from '../topics/topic';
import { ForgottenTopic, TopicResetRepository } from './topic-reset.repository';
import { MutedTopicsClientEvents } from './muted-topics.client-events';
import { UserTopicClientEvents } from './user-topic.client-events';

/** The number of users whose locks a batch holds. */
const BATCH = 100;

/** Removes the policies for a topic whose messages are gone, and tells their users. */
@Injectable()
export class TopicResets {
  constructor(
    private readonly rows: TopicResetRepository,
    private readonly organizations: Organizations,
    private readonly muted: MutedTopicsClientEvents,
    private readonly clients: UserTopicClientEvents,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** With protected history, a user may still have messages of the topic; then the policy stays. */
  async reset(organizationId: OrganizationId, place: TopicPlace): Promise<void> {
    for (;;) {
      const userIds = await this.rows.saying(place, BATCH);
      if (userIds.length === 0) return;
      const locks = [lock.channel(place.channelId), ...userIds.map((id) => lock.user(id))];
      await this.transactions.run(locks, async () => {
        const saying = new Set(await this.rows.saying(place, BATCH));
        const gone = userIds.filter((id) => saying.has(id));
        await this.tell(organizationId, place, await this.rows.forget(place, gone));
      });
    }
  }

  private async tell(
    organizationId: OrganizationId,
    { channelId }: TopicPlace,
    forgotten: readonly ForgottenTopic[],
  ): Promise<void> {
    const { emptyTopicName } = await this.organizations.current(organizationId);
    const updatedAt = this.clock.seconds();
    for (const { userId, topic } of forgotten) {
      const userTopic = { channelId, topic, visibility: VISIBILITY.inherit, updatedAt };
      this.clients.tellChanged(organizationId, userId, { userTopic, emptyTopicName });
    }
    const muters = forgotten.filter(({ visibility }) => visibility === VISIBILITY.muted).map(({ userId }) => userId);
    this.muted.tell(organizationId, muters, { emptyTopicName });
  }
}

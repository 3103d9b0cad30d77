import { Audit, Facts } from '@app/identity';
import { grouped } from '@app/kernel';
import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Actor, DomainEventBus, Raises } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Channel } from '../records/channel';
import type { ChannelUser } from '../records/channel-user';

/** Records changes that users make to subscriptions of other users. Changes of own subscriptions are not recorded. */
@Injectable()
export class OthersSubscriptions {
  constructor(
    private readonly audit: Audit,
    private readonly events: DomainEventBus,
  ) {}

  /** Writes an entry for each channel to the audit log. */
  record(
    organizationId: OrganizationId,
    actorId: UserId,
    action: 'subscribed' | 'unsubscribed',
    pairs: readonly ChannelUser[],
  ): void {
    const others = pairs.filter(({ userId }) => userId !== actorId);
    for (const [id, own] of grouped(others, ({ channelId }) => channelId)) {
      const userIds = own.map((pair) => pair.userId);
      const facts: Facts = { user_ids: userIds.sort((one, other) => one - other) };
      const change = action === 'subscribed' ? { after: facts } : { before: facts };
      this.audit.record({ organizationId, action, object: { type: 'channel', id }, ...change });
    }
  }

  /** Raises the event for messages to these users, about `channels` only. */
  @Raises('PeopleWereSubscribed')
  async tell(
    { organizationId, userId }: Actor,
    channels: readonly Channel[],
    pairs: readonly ChannelUser[],
  ): Promise<void> {
    const told = new Set<ChannelId>(channels.map(({ id }) => id));
    const others = pairs.filter((pair) => pair.userId !== userId && told.has(pair.channelId));
    if (others.length === 0) return;
    const byUser = Array.from(
      grouped(others, (pair) => pair.userId),
      ([one, own]) => ({ userId: one, channelIds: own.map(({ channelId }) => channelId) }),
    );
    await this.events.raise('PeopleWereSubscribed', { organizationId, actorId: userId, channels, byUser });
  }
}

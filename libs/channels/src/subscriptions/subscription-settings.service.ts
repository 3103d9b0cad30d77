import type { ChannelId } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Channel } from '../records/channel';
import { ChannelIdIsInvalid, NotSubscribed } from '../errors';
import { assertFewChanges } from './request-size';
import type { SettingChange } from '../records/subscription';
import { ChannelRepository } from '../records/channel.repository';
import { SubscriptionRepository } from '../records/subscription.repository';
import { Policies } from '../access/policies.service';
import { SubscriptionClientEvents } from './subscription.client-events';

export type ChannelSettingChange = SettingChange & { readonly channelId: ChannelId };

/** Users' own settings for their channels. */
@Injectable()
export class SubscriptionSettingChanges {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: SubscriptionRepository,
    private readonly policies: Policies,
    private readonly clientEvents: SubscriptionClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Makes all changes in their order, or none (docs/protocol/subscriptions.md). Clients are also told about unchanged
   * values.
   * @throws ChannelIdIsInvalid for an unknown, archived or inaccessible channel, NotSubscribed, TooManyChanges
   */
  async make(actor: Actor, changes: readonly ChannelSettingChange[]): Promise<void> {
    assertFewChanges(changes.length);
    const ids = [...new Set(changes.map(({ channelId }) => channelId))];
    const access = (await this.policies.cached(actor)).accessOf(actor);
    await this.transactions.run([...ids.map((id) => lock.channelShared(id)), lock.user(actor.userId)], async () => {
      const channels = await this.channels.list(actor.organizationId, actor.userId, ids);
      const open = new Map<ChannelId, Channel>(
        channels.filter((one) => !one.isArchived && access.readsContent(one)).map((one) => [one.id, one]),
      );
      for (const { channelId } of changes) {
        const channel = open.get(channelId);
        if (!channel) throw new ChannelIdIsInvalid();
        if (!channel.isSubscribed) throw new NotSubscribed(channelId);
      }
      await this.rows.update(actor.userId, changes);
      for (const change of changes) {
        this.clientEvents.tellUpdated(actor.organizationId, actor.userId, change.channelId, change);
      }
    });
  }
}

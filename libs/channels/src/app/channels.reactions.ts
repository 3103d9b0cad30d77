import { isGuest, NewcomerLocks, Users } from '@app/identity';
import type { DomainEvents, UserId } from '@app/kernel';
import { lock, ReactsTo } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { CountedChannel } from '../domain/channel';
import { ChannelRepository } from '../store/channel.repository';
import { SubscriptionRepository } from '../store/subscription.repository';
import { ChannelClientEvents } from './channel.client-events';
import { ChannelObjects } from './channel-objects.service';
import { defaultPermissions, NewChannels } from './new-channels.service';
import { ChannelPolicy, Policies } from './policies.service';
import { Subscribers } from './subscribers.service';
import { SubscriptionClientEvents } from './subscription.client-events';

const FIRST_CHANNEL = { name: 'general', description: 'For everybody', renderedDescription: '<p>For everybody</p>' };

/** What channels do when organizations and accounts come, or change. */
@Injectable()
export class ChannelsReactions implements OnModuleInit {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly newChannels: NewChannels,
    private readonly subscribers: Subscribers,
    private readonly objects: ChannelObjects,
    private readonly rows: SubscriptionRepository,
    private readonly clientEvents: ChannelClientEvents,
    private readonly subscriptionEvents: SubscriptionClientEvents,
    private readonly policies: Policies,
    private readonly users: Users,
    private readonly newcomerLocks: NewcomerLocks,
  ) {}

  /** Newcomers join the default channels, in the transaction that makes them. */
  onModuleInit(): void {
    this.newcomerLocks.add(async (organizationId) =>
      (await this.channels.defaultIds(organizationId)).map((id) => lock.channel(id)),
    );
  }

  /** A new organization gets a channel to talk in. */
  @ReactsTo('OrganizationCreated', 'channels')
  async organizationCreated({ organizationId, ownerId }: DomainEvents['OrganizationCreated']): Promise<void> {
    const policy = await this.policies.current(organizationId);
    const owner = await this.users.get(organizationId, ownerId);
    const settings = {
      organizationId,
      creatorId: null,
      isPrivate: false,
      isWebPublic: false,
      historyPublicToSubscribers: true,
      messageRetentionDays: null,
      topicsPolicy: 'inherit' as const,
      isDefault: true,
      permissions: defaultPermissions(policy, null),
    };
    const channels = await this.newChannels.create(policy, settings, [FIRST_CHANNEL], {
      subscribers: [owner],
      announce: false,
    });
    await this.subscribers.join({ policy, channels, users: [owner], created: new Set(channels.map(({ id }) => id)) });
  }

  @ReactsTo('UserCreated', 'channels')
  async userCreated({ organizationId, userId, isBot }: DomainEvents['UserCreated']): Promise<void> {
    if (isBot) return;
    const channels = await this.channels.list(organizationId, userId, await this.channels.defaultIds(organizationId));
    if (channels.length === 0) return;
    const users = [await this.users.get(organizationId, userId)];
    await this.subscribers.join({ policy: await this.policies.current(organizationId), channels, users });
  }

  /** Guests see less than members, and administrators more: whatever comes into view or goes out of it is told. */
  @ReactsTo('UserRoleChanged', 'channels')
  async userRoleChanged({ organizationId, userId, from, to }: DomainEvents['UserRoleChanged']): Promise<void> {
    const policy = await this.policies.current(organizationId);
    const user = await this.users.get(organizationId, userId);
    const before = policy.accessOfUser({ ...user, role: from });
    const after = policy.accessOfUser({ ...user, role: to });
    const channels = await this.channels.listCounted(organizationId, userId);
    const audience = { to: 'users' as const, ids: [userId] };

    const revealed = channels.filter((channel) => after.seesMetadata(channel) && !before.seesMetadata(channel));
    const hidden = channels.filter((channel) => before.seesMetadata(channel) && !after.seesMetadata(channel));
    await this.reveal(policy, userId, revealed);
    if (hidden.length > 0)
      this.clientEvents.tellHidden(
        organizationId,
        [userId],
        hidden.map(({ id }) => id),
      );
    if (isGuest(from) !== isGuest(to)) {
      this.clientEvents.tellDefaults(
        organizationId,
        audience,
        isGuest(to) ? [] : await this.channels.defaultIds(organizationId),
      );
    }
  }

  /** A channel comes into view empty, and then its subscribers: clients count them as they come. */
  private async reveal(policy: ChannelPolicy, userId: UserId, channels: readonly CountedChannel[]): Promise<void> {
    if (channels.length === 0) return;
    const organizationId = policy.organization.id;
    const audience = { to: 'users' as const, ids: [userId] };
    const objects = await this.objects.forViewer(
      policy,
      userId,
      channels.map((channel) => ({ ...channel, subscriberCount: 0 })),
    );
    this.clientEvents.tellVisible(organizationId, audience, objects);
    const subscribers = await this.rows.subscriberIdsOf(channels.map(({ id }) => id));
    for (const channel of channels) {
      const ids = subscribers.get(channel.id)!;
      if (ids.length > 0) this.subscriptionEvents.tellPeersJoined(organizationId, audience, [channel], ids);
    }
  }
}

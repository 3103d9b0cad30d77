import { isGuest, NewcomerLocks, Users } from '@app/identity';
import type { DomainEvents } from '@app/kernel';
import { lock, ReactsTo } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { ChannelRepository } from '../store/channel.repository';
import type { ChannelAccess } from './access';
import { ChannelClientEvents } from './channel.client-events';
import { GroupSights } from './group-sights.service';
import { defaultPermissions, NewChannels } from './new-channels.service';
import { Policies } from './policies.service';
import { Sights } from './sights.service';
import { Subscribers } from './subscribers.service';

const FIRST_CHANNEL = { name: 'general', description: 'For everybody', renderedDescription: '<p>For everybody</p>' };

/** What channels do when organizations and accounts come, or change. */
@Injectable()
export class ChannelsReactions implements OnModuleInit {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly newChannels: NewChannels,
    private readonly subscribers: Subscribers,
    private readonly sights: Sights,
    private readonly groupSights: GroupSights,
    private readonly clientEvents: ChannelClientEvents,
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
      folderId: null,
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
    const channels = await this.channels.list(organizationId, userId, null);
    const audience = { to: 'users' as const, ids: [userId] };

    const seen = (one: ChannelAccess, other: ChannelAccess) =>
      channels
        .filter((channel) => one.seesMetadata(channel) && !other.seesMetadata(channel))
        .map((channel) => ({ channel, userIds: [userId] }));
    await this.sights.reveal(policy, seen(after, before));
    this.sights.hide(policy, seen(before, after));
    if (isGuest(from) !== isGuest(to)) {
      this.clientEvents.tellDefaults(
        organizationId,
        audience,
        isGuest(to) ? [] : await this.channels.defaultIds(organizationId),
      );
    }
  }

  /** Groups may open private channels to whoever is in them. */
  @ReactsTo('PermissionsChanged', 'channels')
  async permissionsChanged({ organizationId, before, after }: DomainEvents['PermissionsChanged']): Promise<void> {
    await this.groupSights.tellDifference(organizationId, before, after);
  }
}

import { isGuest, NewcomerLocks, OrganizationChanges, Users } from '@app/identity';
import type { ChannelId, DomainEvents, UserId } from '@app/kernel';
import { lock, ReactsTo } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Channel } from '../records/channel';
import { ChannelRepository } from '../records/channel.repository';
import { AbsentSubscribers } from '../memberships/absent-subscribers.service';
import type { ChannelAccess } from '../access/access';
import { ChannelClientEvents } from '../channels/channel.client-events';
import { GroupChannelVisibility } from '../audience/group-channel-visibility.service';
import { defaultPermissions, ChannelCreation } from '../creation/channel-creation.service';
import { ChannelPolicy, Policies } from '../access/policies.service';
import { ChannelVisibilityEvents } from '../audience/channel-visibility-events.service';
import { Subscribers } from '../memberships/subscribers.service';

const FIRST_CHANNEL = { name: 'general', description: 'For everybody', renderedDescription: '<p>For everybody</p>' };

/** What channels do when organizations and accounts come, or change. */
@Injectable()
export class ChannelsReactions implements OnModuleInit {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly channelCreation: ChannelCreation,
    private readonly subscribers: Subscribers,
    private readonly visibilityEvents: ChannelVisibilityEvents,
    private readonly groupVisibility: GroupChannelVisibility,
    private readonly clientEvents: ChannelClientEvents,
    private readonly policies: Policies,
    private readonly users: Users,
    private readonly organizations: OrganizationChanges,
    private readonly newcomerLocks: NewcomerLocks,
    private readonly absentSubscribers: AbsentSubscribers,
  ) {}

  /** Newcomers join the default channels, in the transaction that makes them. */
  onModuleInit(): void {
    this.newcomerLocks.add(async (organizationId) =>
      (await this.channels.defaultIds(organizationId)).map((id) => lock.channel(id)),
    );
  }

  /** A new organization gets a channel to talk in, in which later ones are announced. */
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
    const channels = await this.channelCreation.create(policy, settings, [FIRST_CHANNEL], {
      subscribers: [owner],
      announce: false,
    });
    await this.subscribers.join({ policy, channels, users: [owner], created: new Set(channels.map(({ id }) => id)) });
    await this.organizations.announceIn(organizationId, channels[0].id);
  }

  @ReactsTo('UserCreated', 'channels')
  async userCreated({ organizationId, userId, isBot, joining }: DomainEvents['UserCreated']): Promise<void> {
    if (isBot) return;
    const policy = await this.policies.current(organizationId);
    const defaults = joining?.includesDefaults === false ? [] : await this.channels.defaultIds(organizationId);
    const wanted = await this.channels.list(organizationId, userId, [...defaults, ...(joining?.channelIds ?? [])]);
    const channels = joining ? await this.stillOpen(policy, wanted, defaults, joining.inviterId) : wanted;
    if (channels.length === 0) return;
    const users = [await this.users.get(organizationId, userId)];
    await this.subscribers.join({ policy, channels, users });
  }

  /** Of the channels of an invitation, those that the inviter could still add somebody to. */
  private async stillOpen(
    policy: ChannelPolicy,
    channels: readonly Channel[],
    defaults: readonly ChannelId[],
    inviterId: UserId,
  ): Promise<Channel[]> {
    const { id: organizationId } = policy.organization;
    const access = policy.accessOfUser(await this.users.get(organizationId, inviterId));
    const ids = channels.map(({ id }) => id);
    const seen = await this.channels.list(organizationId, inviterId, ids);
    const open = new Set(
      seen
        .filter((one) => !one.isArchived && access.readsContent(one) && access.addsSubscribers(one))
        .map(({ id }) => id),
    );
    return channels.filter(({ id }) => open.has(id) || defaults.includes(id));
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
    await this.visibilityEvents.reveal(policy, seen(after, before));
    this.visibilityEvents.hide(policy, seen(before, after));
    if (isGuest(from) !== isGuest(to)) {
      this.clientEvents.tellDefaults(
        organizationId,
        audience,
        isGuest(to) ? [] : await this.channels.defaultIds(organizationId),
      );
    }
  }

  /** Groups may open private channels to their members. */
  @ReactsTo('PermissionsChanged', 'channels')
  async permissionsChanged({ organizationId, before, after }: DomainEvents['PermissionsChanged']): Promise<void> {
    await this.groupVisibility.tellDifference(organizationId, before, after);
  }

  /** Clients learn that the user left the lists of subscribers before they learn that the user is inactive. */
  @ReactsTo('UserIsLeaving', 'channels')
  async userIsLeaving({ organizationId, userId }: DomainEvents['UserIsLeaving']): Promise<void> {
    await this.absentSubscribers.begin(organizationId, userId);
  }

  @ReactsTo('UserReactivated', 'channels')
  async userReactivated({ organizationId, userId }: DomainEvents['UserReactivated']): Promise<void> {
    await this.absentSubscribers.end(organizationId, userId);
  }
}

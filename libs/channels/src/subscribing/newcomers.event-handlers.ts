import { NewcomerLocks, OrganizationChanges, Users } from '@app/identity';
import { type ChannelId, type DomainEvents, type UserId, single } from '@app/kernel';
import { lock, OnDomainEvent } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Channel } from '../records/channel';
import { ChannelRepository } from '../records/channel.repository';
import { defaultPermissions, ChannelCreation } from '../creation/channel-creation.service';
import { ChannelPolicy, Policies } from '../access/policies.service';
import { Subscribers } from '../memberships/subscribers.service';

const FIRST_CHANNEL = { name: 'general', description: 'For everybody', renderedDescription: '<p>For everybody</p>' };

/** A new organization gets a first channel, and new users join channels. */
@Injectable()
export class NewcomersEventHandlers implements OnModuleInit {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly channelCreation: ChannelCreation,
    private readonly subscribers: Subscribers,
    private readonly policies: Policies,
    private readonly users: Users,
    private readonly organizations: OrganizationChanges,
    private readonly newcomerLocks: NewcomerLocks,
  ) {}

  /** New users join the default channels, in the transaction that creates them. */
  onModuleInit(): void {
    this.newcomerLocks.add(async (organizationId) =>
      (await this.channels.defaultIds(organizationId)).map((id) => lock.channel(id)),
    );
  }

  /** A new organization gets a first channel, in which later channels are announced. */
  @OnDomainEvent('OrganizationCreated', 'channels')
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
    await this.organizations.announceIn(organizationId, single(channels).id);
  }

  @OnDomainEvent('UsersCreated', 'channels')
  async usersCreated({ organizationId, userIds, areBots, joining }: DomainEvents['UsersCreated']): Promise<void> {
    const [first] = userIds;
    if (areBots || first === undefined) return;
    const policy = await this.policies.current(organizationId);
    const defaults = joining?.includesDefaults === false ? [] : await this.channels.defaultIds(organizationId);
    const wanted = await this.channels.list(organizationId, first, [...defaults, ...(joining?.channelIds ?? [])]);
    const channels = joining ? await this.stillOpen(policy, wanted, defaults, joining.inviterId) : wanted;
    if (channels.length === 0) return;
    const users = await this.users.byIds(organizationId, userIds);
    await this.subscribers.join({ policy, channels, users: [...users.values()] });
  }

  /** The channels of an invitation to which the inviter could still add a user. */
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
}

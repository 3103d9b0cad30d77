import { Users } from '@app/identity';
import { type ChannelId, NO_USER, type OrganizationId, type UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Policies } from '../access/policies.service';
import { ChannelIdIsInvalid, ChannelNameIsUnknown } from '../errors';
import { Subscribers } from '../memberships/subscribers.service';
import { ChannelRepository } from '../records/channel.repository';

/** Subscriptions that come from the groups of a company directory. */
@Injectable()
export class DirectorySubscriptions {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly policies: Policies,
    private readonly subscribers: Subscribers,
    private readonly users: Users,
  ) {}

  /** @throws ChannelIdIsInvalid for a channel that there is not, or that is archived */
  async assertKnown(organizationId: OrganizationId, ids: readonly ChannelId[]): Promise<void> {
    if (ids.length === 0) return;
    const known = await this.channels.list(organizationId, NO_USER, ids);
    const open = new Set(known.filter(({ isArchived }) => !isArchived).map(({ id }) => id));
    if (!ids.every((id) => open.has(id))) throw new ChannelIdIsInvalid();
  }

  /** The names of those that there are. */
  async namesOf(organizationId: OrganizationId, ids: readonly ChannelId[]): Promise<string[]> {
    if (ids.length === 0) return [];
    return (await this.channels.list(organizationId, NO_USER, ids)).map(({ name }) => name);
  }

  /** @throws ChannelNameIsUnknown */
  async named(organizationId: OrganizationId, names: readonly string[]): Promise<ChannelId[]> {
    if (names.length === 0) return [];
    const resolved = await this.channels.resolve(organizationId, names);
    return resolved.map(({ channelId }, at) => {
      if (channelId === null) throw new ChannelNameIsUnknown(names[at]!);
      return channelId;
    });
  }

  /**
   * Subscribes and unsubscribes. Who is subscribed already, or is not, is no change; nor is a channel that is archived.
   * The caller's transaction holds the locks of the organization and of the channel.
   */
  async change(
    organizationId: OrganizationId,
    channelId: ChannelId,
    ids: { join: readonly UserId[]; leave: readonly UserId[] },
  ): Promise<void> {
    const [channel] = await this.channels.list(organizationId, NO_USER, [channelId]);
    if (!channel || channel.isArchived) return;
    const policy = await this.policies.current(organizationId);
    const known = await this.users.byIds(organizationId, [...ids.join, ...ids.leave]);
    const active = (all: readonly UserId[]) => all.flatMap((id) => known.get(id) ?? []).filter((one) => one.isActive);
    const [joining, leaving] = [active(ids.join), active(ids.leave)];
    if (joining.length > 0) await this.subscribers.join({ policy, channels: [channel], users: joining });
    if (leaving.length > 0) await this.subscribers.leave({ policy, channels: [channel], users: leaving });
  }
}

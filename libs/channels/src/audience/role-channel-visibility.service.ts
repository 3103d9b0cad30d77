import { Role, Users } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { QueueControl } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import type { ChannelAccess } from '../access/access';
import { Policies } from '../access/policies.service';
import type { CountedChannel } from '../records/channel';
import { ChannelRepository } from '../records/channel.repository';
import { ChannelVisibilityEvents } from './channel-visibility-events.service';

/**
 * The most channels of an organization whose visibility is told, and the most subscribers whom events then name.
 * Beyond them the user's queues end, and clients register again. Tests reduce them.
 */
export const TOLD_OF_ROLE = { channels: 1_000, subscribers: 50_000 };

/** Guests see fewer channels than members, and administrators more. */
@Injectable()
export class RoleChannelVisibility {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly users: Users,
    private readonly policies: Policies,
    private readonly visibilityEvents: ChannelVisibilityEvents,
    private readonly queues: QueueControl,
  ) {}

  /** Tells the user which channels the change of role shows and hides. */
  async tellDifference(organizationId: OrganizationId, userId: UserId, from: Role, to: Role): Promise<void> {
    if (await this.channels.areMoreThan(organizationId, TOLD_OF_ROLE.channels))
      return this.queues.endQueuesOf(organizationId, userId);
    const policy = await this.policies.current(organizationId);
    const user = await this.users.get(organizationId, userId);
    const before = policy.accessOfUser({ ...user, role: from });
    const after = policy.accessOfUser({ ...user, role: to });
    const channels = await this.channels.listCounted(organizationId, userId);
    const shown = seenBy(after, before, channels);
    if (subscribersOf(shown) > TOLD_OF_ROLE.subscribers) return this.queues.endQueuesOf(organizationId, userId);

    const toUser = (channel: CountedChannel) => ({ channel, userIds: [userId] });
    await this.visibilityEvents.reveal(policy, shown.map(toUser));
    this.visibilityEvents.hide(policy, seenBy(before, after, channels).map(toUser));
  }
}

const seenBy = (one: ChannelAccess, other: ChannelAccess, channels: readonly CountedChannel[]): CountedChannel[] =>
  channels.filter((channel) => one.seesMetadata(channel) && !other.seesMetadata(channel));

const subscribersOf = (channels: readonly CountedChannel[]): number =>
  channels.reduce((sum, { subscriberCount }) => sum + subscriberCount, 0);

import { Users } from '@app/identity';
import { type ChannelId, NO_USER, type OrganizationId, type UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../records/channel.repository';
import { SubscriptionRepository } from '../records/subscription.repository';
import { Policies } from './policies.service';

/** Which of some users see and read a channel. */
export interface ChannelReadersAmong {
  /** Users who see its name and that it exists. */
  readonly sees: ReadonlySet<UserId>;
  /** Users who may read messages. If history is protected, that may exclude all existing messages. */
  readonly reads: ReadonlySet<UserId>;
  /** Users who are subscribed. */
  readonly isIn: ReadonlySet<UserId>;
}

/** Answers for many users what `ChannelAccess` answers for one. Contains no rules of its own. */
@Injectable()
export class ChannelReaders {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: SubscriptionRepository,
    private readonly users: Users,
    private readonly policies: Policies,
  ) {}

  /** Reads in the open transaction, in a constant number of statements. An absent channel has no viewers. */
  async among(
    organizationId: OrganizationId,
    channelId: ChannelId,
    userIds: readonly UserId[],
  ): Promise<ChannelReadersAmong> {
    const channel = await this.channels.findForDecisions(organizationId, NO_USER, { id: channelId });
    const pairs = await this.rows.openPairs([channelId], userIds);
    const isIn = new Set(pairs.map(({ userId }) => userId));
    if (!channel || userIds.length === 0) return { sees: new Set(), reads: new Set(), isIn };
    const policy = await this.policies.current(organizationId);
    const users = await this.users.byIds(organizationId, userIds);
    const [sees, reads] = [new Set<UserId>(), new Set<UserId>()];
    for (const user of users.values()) {
      const access = policy.accessOfUser(user);
      const own = { ...channel, isSubscribed: isIn.has(user.id) };
      if (access.seesMetadata(own)) sees.add(user.id);
      if (access.readsContent(own)) reads.add(user.id);
    }
    return { sees, reads, isIn };
  }

  /** Whether all subscribers of a private channel are also subscribed to another channel. */
  async areAllIn(organizationId: OrganizationId, channelId: ChannelId, otherId: ChannelId): Promise<boolean> {
    const others = new Set(await this.rows.subscriberIds(organizationId, otherId));
    return (await this.rows.subscriberIds(organizationId, channelId)).every((id) => others.has(id));
  }
}

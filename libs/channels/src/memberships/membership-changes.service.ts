import { Users } from '@app/identity';
import { type ChannelId, NO_USER } from '@app/kernel';
import { lock, Log, OutboxWorker, Transactions, withOrigin, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../records/channel.repository';
import { MembershipChangeRepository, MembershipWork } from './membership-change.repository';
import { Policies } from '../access/policies.service';
import { MEMBERSHIP_CHANGER, Subscribers } from './subscribers.service';

/**
 * Subscribes or unsubscribes users who were too many for the transaction of their request. The permission was checked
 * there.
 */
@Injectable()
export class MembershipChanges extends OutboxWorker {
  readonly name = MEMBERSHIP_CHANGER;
  protected readonly failure = 'subscriptions could not be changed';

  constructor(
    private readonly rows: MembershipChangeRepository,
    private readonly channels: ChannelRepository,
    private readonly users: Users,
    private readonly policies: Policies,
    private readonly subscribers: Subscribers,
    workers: Workers,
    private readonly transactions: Transactions,
    log: Log,
  ) {
    super(rows, workers, log);
  }

  protected override due(): Promise<number[]> {
    return this.rows.oldestOfEach();
  }

  protected async handle(id: number): Promise<void> {
    const work = await this.rows.find(id);
    if (!work) return;
    const { organizationId, isJoining, channelIds, userIds } = work;
    if (!isJoining) await this.subscribers.readMarked(organizationId, channelIds, userIds);
    await withOrigin(work, () => this.change(work));
  }

  /**
   * Leaves out users who were deactivated since, and archived channels. The locks of the channels ensure that one node
   * at a time handles a row. The row is removed last, because reads after a first write would delay client events.
   */
  private change({ id, organizationId, isJoining, channelIds, userIds, ...work }: MembershipWork): Promise<void> {
    const actorId = work.actorId ?? undefined;
    const locks = [lock.organizationShared(organizationId), ...channelIds.map((channelId) => lock.channel(channelId))];
    return this.transactions.run(locks, async () => {
      if (!(await this.rows.find(id))) return;
      const policy = await this.policies.current(organizationId);
      const channels = (await this.channels.list(organizationId, NO_USER, channelIds)).filter((one) => !one.isArchived);
      const byId = await this.users.byIds(organizationId, userIds);
      const users = [...byId.values()].filter(({ isActive }) => isActive);
      const chosen = new Map(
        Object.entries(work.colors).map(([channelId, color]) => [Number(channelId) as ChannelId, color]),
      );
      if (isJoining) await this.subscribers.joinNow({ policy, channels, users, colors: chosen, actorId });
      else await this.subscribers.leaveNow({ policy, channels, users, actorId });
      await this.rows.remove(id);
    });
  }
}

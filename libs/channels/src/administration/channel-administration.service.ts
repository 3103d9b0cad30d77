import { OrganizationChanges, Users } from '@app/identity';
import type { ChannelId } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Policies } from '../access/policies.service';
import { AdministeringIsNotPermitted, ChannelIdIsInvalid, ChannelIsArchived } from '../errors';
import { ChannelRepository } from '../records/channel.repository';
import { ChannelChangeRules, ChannelPatch, ChangeContext } from './channel-change-rules.service';
import { ChannelChanges } from './channel-changes.service';

/** Changes, archives and unarchives channels. Each request runs in one transaction. */
@Injectable()
export class ChannelAdministration {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly policies: Policies,
    private readonly rules: ChannelChangeRules,
    private readonly changes: ChannelChanges,
    private readonly users: Users,
    private readonly organizations: OrganizationChanges,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Changes the values that differ. Clients are told only about these (docs/protocol/channels.md).
   * @throws ChannelIdIsInvalid if the actor cannot see or read it, AdministeringIsNotPermitted for other readers, and
   * what the rule of each field says
   */
  async change(actor: Actor, channelId: ChannelId, patch: ChannelPatch): Promise<void> {
    const described = await this.rules.described(actor, patch.description);
    await this.transactions.run(locksOf(actor, channelId), async () => {
      const decision = await this.administered(actor, channelId);
      await this.changes.settle(decision, await this.rules.patched(decision, patch, described), 'changed');
    });
  }

  /**
   * Archives the channel: no messages can be sent to it. Messages and subscriptions stay.
   * @throws as `change`; ChannelIsArchived when it is already
   */
  async archive(actor: Actor, channelId: ChannelId): Promise<void> {
    await this.transactions.run(locksOf(actor, channelId), async () => {
      const decision = await this.administered(actor, channelId);
      if (decision.before.isArchived) throw new ChannelIsArchived();
      await this.changes.settle(decision, { ...decision.before, isArchived: true, isDefault: false }, 'archived');
      await this.organizations.forgetChannel(actor.organizationId, channelId);
    });
  }

  private async administered(asking: Actor, channelId: ChannelId): Promise<ChangeContext> {
    // Reads the role again, because it may have changed while the request waited for the lock.
    const { role } = await this.users.get(asking.organizationId, asking.userId);
    const actor = { ...asking, role };
    const policy = await this.policies.current(actor.organizationId);
    const access = policy.accessOf(actor);
    const [before] = await this.channels.list(actor.organizationId, actor.userId, [channelId]);
    if (!before || !access.seesMetadata(before)) throw new ChannelIdIsInvalid();
    if (access.administers(before)) return { actor, policy, access, before };
    throw access.readsContent(before) ? new AdministeringIsNotPermitted() : new ChannelIdIsInvalid();
  }
}

/** The name must not be taken, and no role or group may change while the viewers of the channel are determined. */
const locksOf = ({ organizationId }: Actor, channelId: ChannelId) => [
  lock.organization(organizationId),
  lock.channel(channelId),
];

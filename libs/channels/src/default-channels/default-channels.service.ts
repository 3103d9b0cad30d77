import { assertAdministrator, Audit, Users } from '@app/identity';
import type { ChannelId, OrganizationId } from '@app/kernel';
import { Actor, lock, RowQuota, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Channel } from '../records/channel';
import { ChannelIdIsInvalid, DefaultChannelCannotBePrivate } from '../errors';
import { ChannelRepository } from '../records/channel.repository';
import { DefaultChannelRepository } from './default-channel.repository';
import { DEFAULT_CHANNELS } from '../row-limits';
import type { ChannelAccess } from '../access/access';
import { ChannelClientEvents } from '../channels/channel.client-events';
import { Policies } from '../access/policies.service';

/** The channels to which new users are subscribed. Guests do not see the list. */
@Injectable()
export class DefaultChannels {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: DefaultChannelRepository,
    private readonly policies: Policies,
    private readonly users: Users,
    private readonly clientEvents: ChannelClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly rowQuota: RowQuota,
  ) {}

  /** @throws MustBeAdministrator, ChannelIdIsInvalid, DefaultChannelCannotBePrivate */
  add(actor: Actor, channelId: ChannelId): Promise<void> {
    return this.set(actor, channelId, true, (access, channel) => access.readsContent(channel));
  }

  /** @throws MustBeAdministrator, ChannelIdIsInvalid */
  remove(actor: Actor, channelId: ChannelId): Promise<void> {
    return this.set(actor, channelId, false, (access, channel) => access.seesMetadata(channel));
  }

  /** Sends the whole list to all users but guests, in the transaction of the change. */
  async tell(organizationId: OrganizationId): Promise<void> {
    const except = await this.users.guestIds(organizationId);
    const ids = await this.channels.defaultIds(organizationId);
    this.clientEvents.tellDefaults(organizationId, { to: 'organization', except }, ids);
  }

  /** Does nothing if the value is already set. */
  private async set(
    actor: Actor,
    channelId: ChannelId,
    isDefault: boolean,
    isKnown: (access: ChannelAccess, channel: Channel) => boolean,
  ): Promise<void> {
    assertAdministrator(actor);
    const { organizationId } = actor;
    await this.transactions.run([lock.organization(organizationId)], async () => {
      const access = (await this.policies.current(organizationId)).accessOf(actor);
      const [channel] = await this.channels.list(organizationId, actor.userId, [channelId]);
      if (!channel || channel.isArchived || !isKnown(access, channel)) throw new ChannelIdIsInvalid();
      if (isDefault && channel.isPrivate) throw new DefaultChannelCannotBePrivate();
      if (channel.isDefault === isDefault) return;
      if (isDefault) await this.rowQuota.assert(DEFAULT_CHANNELS, organizationId);
      await this.rows.set(organizationId, channelId, isDefault);
      await this.tell(organizationId);
      this.audit.record({
        organizationId,
        action: 'changed',
        object: { type: 'channel', id: channelId },
        before: { is_default: !isDefault },
        after: { is_default: isDefault },
      });
    });
  }
}

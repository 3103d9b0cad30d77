import type { Decision, User } from '@app/identity';
import { idIn } from '@app/kernel';
import type { ChannelId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { ChannelForActor } from '../records/channel';
import { ChannelNameIsUnknown } from '../errors';
import { ChannelRepository } from '../records/channel.repository';
import { ChannelAccess, ChannelAction } from './access';
import { Policies } from './policies.service';

/** Explains why a user may or may not do something with a channel. For the operator, who may see everything. */
@Injectable()
export class ChannelExplanations {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly policies: Policies,
  ) {}

  /**
   * @param named the channel's id, or its name in any case
   * @throws ChannelNameIsUnknown
   */
  async explain(
    user: User,
    action: ChannelAction,
    named: string,
  ): Promise<{ channel: ChannelForActor; decision: Decision }> {
    const { organizationId, id, role, joinedAt, deliveryEmail } = user;
    const find = (which: { id: ChannelId } | { name: string }) =>
      this.channels.findForDecisions(organizationId, id, which);
    const namedId = idIn(named);
    const byId = namedId === null ? null : await find({ id: namedId as ChannelId });
    const channel = byId ?? (await find({ name: named }));
    if (!channel) throw new ChannelNameIsUnknown(named);
    const { graph, organization } = await this.policies.current(organizationId);
    const access = new ChannelAccess({ userId: id, role, joinedAt }, graph, organization, deliveryEmail);
    return { channel, decision: access.explain(action, channel) };
  }
}

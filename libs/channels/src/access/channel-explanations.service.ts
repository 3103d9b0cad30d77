import type { Decision, User } from '@app/identity';
import { idIn } from '@app/kernel';
import type { ChannelId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { ChannelForActor } from '../records/channel';
import { ChannelNameIsUnknown } from '../errors';
import { ChannelRepository } from '../records/channel.repository';
import { ChannelAccess, ChannelAction } from './access';
import { Policies } from './policies.service';

/** Explains why a user may or may not do something with a channel. For callers who may see everything of it. */
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
    const { channel, access } = await this.open(user, named);
    return { channel, decision: access.explain(action, channel) };
  }

  /**
   * The channel with the user's access to it.
   * @throws ChannelNameIsUnknown
   */
  async open(user: User, named: string): Promise<{ channel: ChannelForActor; access: ChannelAccess }> {
    const { organizationId, id } = user;
    const find = (which: { id: ChannelId } | { name: string }) =>
      this.channels.findForDecisions(organizationId, id, which);
    const namedId = idIn(named);
    const byId = namedId === null ? null : await find({ id: namedId as ChannelId });
    const channel = byId ?? (await find({ name: named }));
    if (!channel) throw new ChannelNameIsUnknown(named);
    return { channel, access: await this.accessOf(user) };
  }

  /** With the address of the user in the texts of reasons. */
  async accessOf({ organizationId, id, role, joinedAt, deliveryEmail }: User): Promise<ChannelAccess> {
    const { graph, organization } = await this.policies.current(organizationId);
    return new ChannelAccess({ userId: id, role, joinedAt }, graph, organization, deliveryEmail);
  }
}

import { InvitationChannels } from '@app/identity';
import type { ChannelId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { AddingSubscribersIsNotPermitted, ChannelIdIsInvalid } from '../errors';
import { ChannelRepository } from '../records/channel.repository';
import { Policies } from '../access/policies.service';

/** An invitation may contain only channels to which the inviter could add users. */
@Injectable()
export class ChannelsOfInvitations implements OnModuleInit {
  constructor(
    private readonly invitations: InvitationChannels,
    private readonly channels: ChannelRepository,
    private readonly policies: Policies,
  ) {}

  onModuleInit(): void {
    this.invitations.implementedBy((actor, channelIds) => this.assertMayInviteTo(actor, channelIds as ChannelId[]));
  }

  private async assertMayInviteTo(actor: Actor, channelIds: readonly ChannelId[]): Promise<void> {
    const access = (await this.policies.current(actor.organizationId)).accessOf(actor);
    const found = await this.channels.list(actor.organizationId, actor.userId, channelIds);
    const known = new Map(found.map((channel) => [channel.id, channel]));
    for (const id of channelIds) {
      const channel = known.get(id);
      if (!channel || channel.isArchived || !access.readsContent(channel)) throw new ChannelIdIsInvalid();
      if (!access.addsSubscribers(channel)) throw new AddingSubscribersIsNotPermitted();
    }
  }
}

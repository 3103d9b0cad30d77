import { ChannelReference, ReferredChannel } from '@app/identity';
import { type ChannelId, NO_USER, type OrganizationId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../records/channel.repository';

/** Needs no check of access: only administrators set references to channels, and they see all channels. */
@Injectable()
export class ChannelReferences extends ChannelReference {
  constructor(private readonly channels: ChannelRepository) {
    super();
  }

  async find(organizationId: OrganizationId, channelId: ChannelId): Promise<ReferredChannel | null> {
    const [channel] = await this.channels.list(organizationId, NO_USER, [channelId]);
    return channel && !channel.isArchived ? channel : null;
  }
}

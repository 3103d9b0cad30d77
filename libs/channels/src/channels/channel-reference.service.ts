import { ChannelReference, ReferredChannel } from '@app/identity';
import type { ChannelId, OrganizationId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../records/channel.repository';

/** Only administrators let settings refer to channels, and they know of all. */
@Injectable()
export class ChannelReferences extends ChannelReference {
  constructor(private readonly channels: ChannelRepository) {
    super();
  }

  async find(organizationId: OrganizationId, channelId: ChannelId): Promise<ReferredChannel | null> {
    const [channel] = await this.channels.list(organizationId, NOBODY, [channelId]);
    return channel && !channel.isArchived ? channel : null;
  }
}

const NOBODY = 0 as never;

import { Organizations } from '@app/identity';
import type { ChannelId, UserId } from '@app/kernel';
import { Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../store/channel.repository';

/** Stands for everybody who has no account: subscribed to nothing. */
const NOBODY = 0 as UserId;

/** People without an account see web-public channels in use, where both server and organization are open to them. */
@Injectable()
export class Spectators {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly organizations: Organizations,
    private readonly config: Config,
  ) {}

  /** @throws OrganizationIsUnknown */
  async mayRead(host: string, channelId: ChannelId): Promise<boolean> {
    const { id, settings } = await this.organizations.atHost(host);
    if (!this.config.webPublicChannels || !settings.enableSpectatorAccess) return false;
    const channel = await this.channels.findForDecisions(id, NOBODY, { id: channelId });
    return channel !== null && channel.isWebPublic && !channel.isArchived;
  }
}

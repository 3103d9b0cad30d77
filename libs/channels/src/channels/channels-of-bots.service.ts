import { BotChannels } from '@app/identity';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { Channels } from './channels.service';

/** A user may choose for a bot only channels that the user can read. */
@Injectable()
export class ChannelsOfBots implements OnModuleInit {
  constructor(
    private readonly bots: BotChannels,
    private readonly channels: Channels,
  ) {}

  onModuleInit(): void {
    this.bots.implementedBy({
      find: async (actor, name) => (await this.channels.findByName(actor, name))?.id ?? null,
      namesOf: (organizationId, ids) => this.channels.namesOf(organizationId, ids),
    });
  }
}

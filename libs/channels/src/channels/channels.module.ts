import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { RecordsModule } from '../records/records.module';
import { ChannelAddresses } from './channel-addresses.service';
import { ChannelChangeClientEvents } from './channel-change.client-events';
import { ChannelListing } from './channel-listing.service';
import { ChannelCache } from './channel-cache.service';
import { ChannelObjects } from './channel-objects.service';
import { ChannelClientEvents } from './channel.client-events';
import { ChannelsOfBots } from './channels-of-bots.service';
import { ChannelsController } from './channels.controller';
import { Channels } from './channels.service';
import { Descriptions } from './descriptions.service';
import { Spectators } from './spectators.service';

@Module({
  imports: [IdentityModule, RealtimeModule, AccessModule, RecordsModule],
  controllers: [ChannelsController],
  providers: [
    ChannelAddresses,
    ChannelChangeClientEvents,
    ChannelClientEvents,
    ChannelListing,
    ChannelCache,
    ChannelObjects,
    Channels,
    ChannelsOfBots,
    Descriptions,
    Spectators,
  ],
  exports: [
    ChannelAddresses,
    ChannelChangeClientEvents,
    ChannelClientEvents,
    ChannelCache,
    ChannelObjects,
    Channels,
    Descriptions,
    Spectators,
  ],
})
export class ChannelsModule {}

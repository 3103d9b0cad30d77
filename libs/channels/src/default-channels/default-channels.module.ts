import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { ChannelsModule } from '../channels/channels.module';
import { RecordsModule } from '../records/records.module';
import { DefaultChannelRepository } from './default-channel.repository';
import { DefaultChannelsController } from './default-channels.controller';
import { DefaultChannels } from './default-channels.service';
import { DefaultChannelsSnapshot } from './default-channels.snapshot';

@Module({
  imports: [IdentityModule, RealtimeModule, AccessModule, ChannelsModule, RecordsModule],
  controllers: [DefaultChannelsController],
  providers: [DefaultChannelRepository, DefaultChannels, DefaultChannelsSnapshot],
  exports: [DefaultChannels],
})
export class DefaultChannelsModule {}

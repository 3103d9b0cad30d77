import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AudiencesModule } from '../audiences/audiences.module';
import { MessagesModule } from '../messages/messages.module';
import { RecordsModule } from '../records/records.module';
import { UserTopicsModule } from '../user-topics/user-topics.module';
import { WatermarkModule } from '../watermark/watermark.module';
import { ReadStateCompaction } from './read-state-compaction.service';
import { FlagClientEvents } from './flag.client-events';
import { FlagsController } from './flags.controller';
import { Flags } from './flags.service';
import { NarrowFlags } from './narrow-flags.service';

@Module({
  imports: [
    ChannelsContextModule,
    IdentityModule,
    RealtimeModule,
    AccessModule,
    AudiencesModule,
    MessagesModule,
    RecordsModule,
    UserTopicsModule,
    WatermarkModule,
  ],
  controllers: [FlagsController],
  providers: [ReadStateCompaction, FlagClientEvents, Flags, NarrowFlags],
  exports: [FlagClientEvents, Flags],
})
export class FlagsModule {}

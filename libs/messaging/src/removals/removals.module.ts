import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module';
import { AudiencesModule } from '../audiences/audiences.module';
import { FlagsModule } from '../flags/flags.module';
import { RecordsModule } from '../records/records.module';
import { DeletionClientEvents } from './deletion.client-events';
import { Removals } from './removals.service';
import { StarRemovals } from './star-removals.service';

@Module({
  imports: [
    ChannelsContextModule,
    IdentityModule,
    RealtimeModule,
    AttachmentsModule,
    AudiencesModule,
    FlagsModule,
    RecordsModule,
  ],
  providers: [DeletionClientEvents, Removals, StarRemovals],
  exports: [DeletionClientEvents, Removals, StarRemovals],
})
export class RemovalsModule {}

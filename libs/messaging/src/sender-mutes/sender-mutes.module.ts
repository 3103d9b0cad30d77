import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { FlagsModule } from '../flags/flags.module';
import { RecordsModule } from '../records/records.module';
import { MutedSenders } from './muted-senders.service';
import { SenderMuteRepository } from './sender-mute.repository';
import { SenderMutesEventHandlers } from './sender-mutes.event-handlers';
import { SenderMutes } from './sender-mutes.service';

@Module({
  imports: [RealtimeModule, FlagsModule, RecordsModule],
  providers: [MutedSenders, SenderMuteRepository, SenderMutes, SenderMutesEventHandlers],
  exports: [MutedSenders, SenderMutes],
})
export class SenderMutesModule {}

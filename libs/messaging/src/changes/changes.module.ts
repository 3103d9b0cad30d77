import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AudiencesModule } from '../audiences/audiences.module';
import { MessageUpdateClientEvents } from './message-update.client-events';

@Module({
  imports: [RealtimeModule, AudiencesModule],
  providers: [MessageUpdateClientEvents],
  exports: [MessageUpdateClientEvents],
})
export class ChangesModule {}

import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AudiencesModule } from '../audiences/audiences.module';
import { UserTopicsModule } from '../user-topics/user-topics.module';
import { SubmessageClientEvents } from './submessage.client-events';
import { SubmessageRepository } from './submessage.repository';
import { SubmessagesController } from './submessages.controller';
import { Submessages } from './submessages.service';

@Module({
  imports: [RealtimeModule, AccessModule, AudiencesModule, UserTopicsModule],
  controllers: [SubmessagesController],
  providers: [SubmessageClientEvents, SubmessageRepository, Submessages],
  exports: [Submessages],
})
export class PollsModule {}

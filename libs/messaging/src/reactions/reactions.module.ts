import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AudiencesModule } from '../audiences/audiences.module';
import { RecordsModule } from '../records/records.module';
import { UserTopicsModule } from '../user-topics/user-topics.module';
import { ReactionClientEvents } from './reaction.client-events';
import { ReactionRepository } from './reaction.repository';
import { ReactionsController } from './reactions.controller';
import { Reactions } from './reactions.service';

@Module({
  imports: [IdentityModule, RealtimeModule, AccessModule, AudiencesModule, RecordsModule, UserTopicsModule],
  controllers: [ReactionsController],
  providers: [ReactionClientEvents, ReactionRepository, Reactions],
})
export class ReactionsModule {}

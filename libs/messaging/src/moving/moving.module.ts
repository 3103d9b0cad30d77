import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AudiencesModule } from '../audiences/audiences.module';
import { ChangesModule } from '../changes/changes.module';
import { FlagsModule } from '../flags/flags.module';
import { NoticesModule } from '../notices/notices.module';
import { RecordsModule } from '../records/records.module';
import { RemovalsModule } from '../removals/removals.module';
import { SendingModule } from '../sending/sending.module';
import { UserTopicsModule } from '../user-topics/user-topics.module';
import { MoveJobRepository } from './move-job.repository';
import { MoveJobs } from './move-jobs.service';
import { RetainedMessages } from './retained-messages.service';
import { MoveLimits } from './move-limits.service';
import { MoveEvents } from './move-events.service';
import { MoveRights } from './move-rights.service';
import { MoveSteps } from './move-steps.service';
import { MoveRepository } from './move.repository';
import { Moves } from './moves.service';
import { ThreadMoves } from './thread-moves.service';
import { UserTopicMoveRepository } from './user-topic-move.repository';
import { UserTopicMoves } from './user-topic-moves.service';

@Module({
  imports: [
    ChannelsContextModule,
    IdentityModule,
    AccessModule,
    AudiencesModule,
    ChangesModule,
    FlagsModule,
    NoticesModule,
    RecordsModule,
    RemovalsModule,
    SendingModule,
    UserTopicsModule,
  ],
  providers: [
    MoveJobRepository,
    MoveJobs,
    RetainedMessages,
    MoveLimits,
    MoveEvents,
    MoveRepository,
    MoveRights,
    MoveSteps,
    Moves,
    ThreadMoves,
    UserTopicMoveRepository,
    UserTopicMoves,
  ],
  exports: [MoveJobs, MoveLimits, MoveRights, Moves, ThreadMoves, UserTopicMoves],
})
export class MovingModule {}

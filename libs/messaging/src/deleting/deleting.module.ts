import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module';
import { MovingModule } from '../moving/moving.module';
import { RecordsModule } from '../records/records.module';
import { RemovalsModule } from '../removals/removals.module';
import { UserTopicsModule } from '../user-topics/user-topics.module';
import { DeletionsController } from './deletions.controller';
import { Deletions } from './deletions.service';
import { TopicBatches } from './topic-batches.service';
import { TopicDeletions } from './topic-deletions.service';

@Module({
  imports: [
    ChannelsContextModule,
    IdentityModule,
    AttachmentsModule,
    MovingModule,
    RecordsModule,
    RemovalsModule,
    UserTopicsModule,
  ],
  controllers: [DeletionsController],
  providers: [Deletions, TopicBatches, TopicDeletions],
  exports: [Deletions],
})
export class DeletingModule {}

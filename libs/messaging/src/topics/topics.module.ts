import { ChannelsContextModule } from '@app/channels';
import { Module } from '@nestjs/common';
import { TopicRepository } from './topic.repository';
import { TopicsController } from './topics.controller';
import { Topics } from './topics.service';

@Module({
  imports: [ChannelsContextModule],
  controllers: [TopicsController],
  providers: [TopicRepository, Topics],
  exports: [Topics],
})
export class TopicsModule {}

import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AutomaticTopicPolicies } from './automatic-topic-policies.service';
import { MutedTopicsClientEvents } from './muted-topics.client-events';
import { TopicFactsRepository } from './topic-facts.repository';
import { TopicResetRepository } from './topic-reset.repository';
import { TopicResets } from './topic-resets.service';
import { UserTopicClientEvents } from './user-topic.client-events';
import { UserTopicRepository } from './user-topic.repository';
import { UserTopicsController } from './user-topics.controller';
import { UserTopics } from './user-topics.service';
import { UserTopicsSnapshot } from './user-topics.snapshot';

@Module({
  imports: [ChannelsContextModule, IdentityModule, RealtimeModule],
  controllers: [UserTopicsController],
  providers: [
    AutomaticTopicPolicies,
    MutedTopicsClientEvents,
    TopicFactsRepository,
    TopicResetRepository,
    TopicResets,
    UserTopicClientEvents,
    UserTopicRepository,
    UserTopics,
    UserTopicsSnapshot,
  ],
  exports: [AutomaticTopicPolicies, MutedTopicsClientEvents, TopicResets, UserTopicClientEvents, UserTopics],
})
export class UserTopicsModule {}

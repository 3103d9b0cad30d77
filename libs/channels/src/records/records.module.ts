import { Module } from '@nestjs/common';
import { ChannelRepository } from './channel.repository';
import { SubscriptionRepository } from './subscription.repository';

@Module({
  providers: [ChannelRepository, SubscriptionRepository],
  exports: [ChannelRepository, SubscriptionRepository],
})
export class RecordsModule {}

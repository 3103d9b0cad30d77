import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { ChannelsModule } from '../channels/channels.module';
import { RecordsModule } from '../records/records.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { GroupChannelVisibility } from './group-channel-visibility.service';
import { ChannelVisibilityEvents } from './channel-visibility-events.service';

@Module({
  imports: [IdentityModule, AccessModule, ChannelsModule, RecordsModule, SubscriptionsModule],
  providers: [GroupChannelVisibility, ChannelVisibilityEvents],
  exports: [GroupChannelVisibility, ChannelVisibilityEvents],
})
export class AudienceModule {}

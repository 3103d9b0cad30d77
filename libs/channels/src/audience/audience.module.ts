import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { ChannelsModule } from '../channels/channels.module';
import { RecordsModule } from '../records/records.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { GroupChannelVisibility } from './group-channel-visibility.service';
import { ChannelVisibilityEvents } from './channel-visibility-events.service';
import { RoleChannelVisibility } from './role-channel-visibility.service';

@Module({
  imports: [IdentityModule, RealtimeModule, AccessModule, ChannelsModule, RecordsModule, SubscriptionsModule],
  providers: [GroupChannelVisibility, ChannelVisibilityEvents, RoleChannelVisibility],
  exports: [GroupChannelVisibility, ChannelVisibilityEvents, RoleChannelVisibility],
})
export class AudienceModule {}

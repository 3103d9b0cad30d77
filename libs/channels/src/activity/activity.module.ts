import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { ChannelsModule } from '../channels/channels.module';
import { RecordsModule } from '../records/records.module';
import { ChannelActivities } from './channel-activities.service';
import { ChannelActivityChanges } from './channel-activity-changes.service';
import { FirstMessages } from './first-messages.service';

@Module({
  imports: [IdentityModule, AccessModule, ChannelsModule, RecordsModule],
  providers: [ChannelActivities, ChannelActivityChanges, FirstMessages],
  exports: [ChannelActivityChanges, FirstMessages],
})
export class ActivityModule {}

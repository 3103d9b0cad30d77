import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { ChannelsModule } from '../channels/channels.module';
import { RecordsModule } from '../records/records.module';
import { ChannelActivities } from './channel-activities.service';
import { ChannelAwakenings } from './channel-awakenings.service';
import { FirstMessages } from './first-messages.service';

@Module({
  imports: [IdentityModule, AccessModule, ChannelsModule, RecordsModule],
  providers: [ChannelActivities, ChannelAwakenings, FirstMessages],
  exports: [ChannelAwakenings, FirstMessages],
})
export class ActivityModule {}

import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { ChannelsModule } from '../channels/channels.module';
import { RecordsModule } from '../records/records.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { GroupSights } from './group-sights.service';
import { Sights } from './sights.service';

@Module({
  imports: [IdentityModule, AccessModule, ChannelsModule, RecordsModule, SubscriptionsModule],
  providers: [GroupSights, Sights],
  exports: [GroupSights, Sights],
})
export class AudienceModule {}

import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { ChannelsModule } from '../channels/channels.module';
import { RecordsModule } from '../records/records.module';
import { ChannelsSnapshot } from './channels.snapshot';
import { ChannelsOfInvitations } from './invitation-channels.service';
import { OthersSubscriptions } from './others-subscriptions.service';
import { PrincipalUsers } from './principals.service';
import { SubscriptionListing } from './subscription-listing.service';
import { SubscriptionSettingChanges } from './subscription-settings.service';
import { SubscriptionClientEvents } from './subscription.client-events';

@Module({
  imports: [IdentityModule, RealtimeModule, AccessModule, ChannelsModule, RecordsModule],
  providers: [
    ChannelsOfInvitations,
    ChannelsSnapshot,
    OthersSubscriptions,
    PrincipalUsers,
    SubscriptionClientEvents,
    SubscriptionListing,
    SubscriptionSettingChanges,
  ],
  exports: [
    OthersSubscriptions,
    PrincipalUsers,
    SubscriptionClientEvents,
    SubscriptionListing,
    SubscriptionSettingChanges,
  ],
})
export class SubscriptionsModule {}

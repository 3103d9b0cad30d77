import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AudienceModule } from '../audience/audience.module';
import { ChannelsModule } from '../channels/channels.module';
import { CreationModule } from '../creation/creation.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { RecordsModule } from '../records/records.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { AccountChangesEventHandlers } from './account-changes.event-handlers';
import { SubscriptionsController } from './subscriptions.controller';
import { DirectorySubscriptions } from './directory-subscriptions.service';
import { NewcomersEventHandlers } from './newcomers.event-handlers';
import { Subscriptions } from './subscriptions.service';

@Module({
  imports: [
    IdentityModule,
    AccessModule,
    AudienceModule,
    ChannelsModule,
    CreationModule,
    MembershipsModule,
    RecordsModule,
    SubscriptionsModule,
  ],
  controllers: [SubscriptionsController],
  providers: [AccountChangesEventHandlers, DirectorySubscriptions, NewcomersEventHandlers, Subscriptions],
  exports: [DirectorySubscriptions, Subscriptions],
})
export class SubscribingModule {}

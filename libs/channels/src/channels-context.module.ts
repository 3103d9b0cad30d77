import { Module } from '@nestjs/common';
import { AccessModule } from './access/access.module';
import { ActivityModule } from './activity/activity.module';
import { AdministrationModule } from './administration/administration.module';
import { AudienceModule } from './audience/audience.module';
import { ChannelsModule } from './channels/channels.module';
import { CreationModule } from './creation/creation.module';
import { DefaultChannelsModule } from './default-channels/default-channels.module';
import { FoldersModule } from './folders/folders.module';
import { MembershipsModule } from './memberships/memberships.module';
import { PostingModule } from './posting/posting.module';
import { RecordsModule } from './records/records.module';
import { SubscribingModule } from './subscribing/subscribing.module';
import { SubscriptionsModule } from './subscriptions/subscriptions.module';
import { DirectoryExportsModule } from './directory-exports/directory-exports.module';
import { UserImportsModule } from './user-imports/user-imports.module';
import { ChannelPortsModule } from './channels/channel-ports.module';

/** The nouns of this context, from the lowest up. */
@Module({
  imports: [
    RecordsModule,
    AccessModule,
    ChannelsModule,
    SubscriptionsModule,
    FoldersModule,
    DefaultChannelsModule,
    MembershipsModule,
    AudienceModule,
    ActivityModule,
    AdministrationModule,
    CreationModule,
    SubscribingModule,
    PostingModule,
    ChannelPortsModule,
    UserImportsModule,
    DirectoryExportsModule,
  ],
  exports: [
    AccessModule,
    ActivityModule,
    ChannelsModule,
    DirectoryExportsModule,
    MembershipsModule,
    PostingModule,
    SubscribingModule,
  ],
})
export class ChannelsContextModule {}

import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { ChannelsModule } from '../channels/channels.module';
import { FoldersModule } from '../folders/folders.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { RecordsModule } from '../records/records.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { ChannelCreationController } from './channel-creation.controller';
import { SingleChannelCreation } from './single-channel-creation.service';
import { ChannelCreation } from './channel-creation.service';

@Module({
  imports: [
    IdentityModule,
    AccessModule,
    ChannelsModule,
    FoldersModule,
    MembershipsModule,
    RecordsModule,
    SubscriptionsModule,
  ],
  controllers: [ChannelCreationController],
  providers: [SingleChannelCreation, ChannelCreation],
  exports: [ChannelCreation],
})
export class CreationModule {}

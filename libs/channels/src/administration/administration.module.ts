import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AudienceModule } from '../audience/audience.module';
import { ChannelsModule } from '../channels/channels.module';
import { DefaultChannelsModule } from '../default-channels/default-channels.module';
import { FoldersModule } from '../folders/folders.module';
import { RecordsModule } from '../records/records.module';
import { ChannelAdministrationController } from './channel-administration.controller';
import { ChannelAdministration } from './channel-administration.service';
import { ChannelChangeEvents } from './channel-change-events.service';
import { ChannelChangeRules } from './channel-change-rules.service';
import { ChannelChanges } from './channel-changes.service';
import { ChannelGroupUseRepository } from './channel-group-use.repository';
import { ChannelGroupUses } from './channel-group-uses.service';
import { ChannelPrivacy } from './channel-privacy.service';

@Module({
  imports: [
    IdentityModule,
    AccessModule,
    AudienceModule,
    ChannelsModule,
    DefaultChannelsModule,
    FoldersModule,
    RecordsModule,
  ],
  controllers: [ChannelAdministrationController],
  providers: [
    ChannelAdministration,
    ChannelChangeEvents,
    ChannelChangeRules,
    ChannelChanges,
    ChannelGroupUseRepository,
    ChannelGroupUses,
    ChannelPrivacy,
  ],
})
export class AdministrationModule {}

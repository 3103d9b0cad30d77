import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { GuestVisibilityModule } from '../guest-visibility/guest-visibility.module';
import { NoticesModule } from '../notices/notices.module';
import { RecordsModule } from '../records/records.module';
import { RenderingModule } from '../rendering/rendering.module';
import { UserTopicsModule } from '../user-topics/user-topics.module';
import { WritingModule } from '../writing/writing.module';
import { BotErrorNoticeRepository } from './bot-error-notice.repository';
import { BotErrorNotices } from './bot-error-notices.service';
import { ChannelMessagePreparation } from './channel-message-preparation.service';
import { ChannelMessages } from './channel-messages.service';
import { DirectMessageExplanations } from './direct-message-explanations.service';
import { DirectMessages } from './direct-messages.service';
import { LoneChannelSends } from './lone-channel-sends.service';
import { LoneDirectSends } from './lone-direct-sends.service';
import { MessagesController } from './messages.controller';
import { PostingRights } from './posting-rights.service';
import { RepeatedSends } from './repeated-sends.service';
import { SendKeyCleanup } from './send-key-cleanup.service';
import { SendKeyRepository } from './send-key.repository';
import { SharedChannelSends } from './shared-channel-sends.service';
import { SharedDirectSends } from './shared-direct-sends.service';
import { SharedSends } from './shared-sends.service';
import { WildcardMentions } from './wildcard-mentions.service';

@Module({
  imports: [
    ChannelsContextModule,
    IdentityModule,
    GuestVisibilityModule,
    NoticesModule,
    RecordsModule,
    RenderingModule,
    UserTopicsModule,
    WritingModule,
  ],
  controllers: [MessagesController],
  providers: [
    BotErrorNoticeRepository,
    BotErrorNotices,
    ChannelMessagePreparation,
    ChannelMessages,
    DirectMessageExplanations,
    DirectMessages,
    LoneChannelSends,
    LoneDirectSends,
    PostingRights,
    RepeatedSends,
    SendKeyRepository,
    SendKeyCleanup,
    SharedChannelSends,
    SharedDirectSends,
    SharedSends,
    WildcardMentions,
  ],
  exports: [ChannelMessages, DirectMessageExplanations, DirectMessages, PostingRights, WildcardMentions],
})
export class SendingModule {}

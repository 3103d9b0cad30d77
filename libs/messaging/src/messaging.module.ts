import { ChannelHistory, ChannelsContextModule } from '@app/channels';
import { Acquaintance, IdentityModule, NewestMessage } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Global, Module } from '@nestjs/common';
import { ANSWER_CONTROLLERS, ANSWER_PROVIDERS } from './answers.providers';
import { Absences } from './reading/absences.service';
import { AcquaintanceSource } from './guest-visibility/acquaintance-source.service';
import { Addressees } from './mail-notifications/addressees.service';
import { ArrivalsReactions } from './notices/arrivals.reactions';
import { Attachments } from './attachments/attachments.service';
import { CallsReactions } from './push-candidates/calls.reactions';
import { Calls } from './push-candidates/calls.service';
import { ChannelHistories } from './messages/channel-histories.service';
import { ChannelMessages } from './sending/channel-messages.service';
import { Deletions } from './deleting/deletions.service';
import { DirectMessages } from './sending/direct-messages.service';
import { Dispatches } from './sending/dispatches.service';
import { Encounters } from './guest-visibility/encounters.service';
import { Flags } from './flags/flags.service';
import { Horizon } from './watermark/horizon.service';
import { MessageAudiences } from './audiences/message-audiences.service';
import { MessageReadersIndex } from './audiences/message-readers.index';
import { MessageClientEvents } from './sending/message.client-events';
import { Messages } from './messages/messages.service';
import { MessagingReactions } from './reading/messaging.reactions';
import { Moves } from './moving/moves.service';
import { NewestMessages } from './messages/newest-messages.service';
import { Notices } from './notices/notices.service';
import { ReaderFlags } from './audiences/reader-flags.service';
import { Readings } from './reading/readings.service';
import { Rerenderings } from './rendering/rerenderings.service';
import { SearchIndex } from './search/search-index.service';
import { SenderMutes } from './reading/sender-mutes.service';
import { UnreadLetters } from './reading/unread-letters.service';
import { CHANGE_CONTROLLERS, CHANGE_PROVIDERS } from './changes.providers';
import { FILE_CONTROLLERS, FILE_PROVIDERS } from './files.providers';
import { MessagesController } from './sending/messages.controller';
import { LATER_CONTROLLERS, LATER_PROVIDERS } from './later.providers';
import { READING_CONTROLLERS, READING_PROVIDERS } from './reading.providers';
import { AcquaintanceSourceRepository } from './guest-visibility/acquaintance-source.repository';
import { CallRepository } from './push-candidates/call.repository';
import { ChannelHistoryRepository } from './messages/channel-history.repository';
import { ConversationRepository } from './messages/conversation.repository';
import { HorizonRepository } from './watermark/horizon.repository';
import { MessageAudienceRepository } from './audiences/message-audience.repository';
import { MessageReadersRepository } from './audiences/message-readers.repository';
import { MessageRepository } from './messages/message.repository';
import { TEXT_PROVIDERS } from './texts.providers';

/** Answers questions of the rooms below: so it is known everywhere, and needs nothing of those rooms itself. */
@Global()
@Module({
  providers: [
    ChannelHistoryRepository,
    MessageRepository,
    { provide: ChannelHistory, useClass: ChannelHistories },
    { provide: NewestMessage, useClass: NewestMessages },
    { provide: Acquaintance, useClass: AcquaintanceSource },
    AcquaintanceSourceRepository,
  ],
  exports: [Acquaintance, ChannelHistory, NewestMessage],
})
class MessageHistoryModule {}

@Module({
  imports: [RealtimeModule, IdentityModule, ChannelsContextModule, MessageHistoryModule],
  controllers: [
    ...ANSWER_CONTROLLERS,
    ...CHANGE_CONTROLLERS,
    ...FILE_CONTROLLERS,
    ...LATER_CONTROLLERS,
    ...READING_CONTROLLERS,
    MessagesController,
  ],
  providers: [
    ...ANSWER_PROVIDERS,
    CallRepository,
    Calls,
    CallsReactions,
    ChannelMessages,
    ConversationRepository,
    DirectMessages,
    Dispatches,
    Encounters,
    Horizon,
    HorizonRepository,
    MessageAudienceRepository,
    MessageAudiences,
    MessageReadersIndex,
    MessageReadersRepository,
    ReaderFlags,
    MessageClientEvents,
    MessageRepository,
    Messages,
    MessagingReactions,
    UnreadLetters,
    ArrivalsReactions,
    ...CHANGE_PROVIDERS,
    ...FILE_PROVIDERS,
    ...LATER_PROVIDERS,
    ...READING_PROVIDERS,
    ...TEXT_PROVIDERS,
  ],
  exports: [
    Absences,
    Addressees,
    Attachments,
    Calls,
    ChannelMessages,
    Deletions,
    DirectMessages,
    Flags,
    Messages,
    Moves,
    Notices,
    Readings,
    Rerenderings,
    SearchIndex,
    SenderMutes,
    UnreadLetters,
  ],
})
export class MessagingModule {}

import { ChannelHistory, ChannelsContextModule } from '@app/channels';
import { GuestContacts, IdentityModule, NewestMessage } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Global, Module } from '@nestjs/common';
import { ANSWER_CONTROLLERS, ANSWER_PROVIDERS } from './answers.providers';
import { Absences } from './reading/absences.service';
import { MessagingGuestContacts } from './guest-visibility/messaging-guest-contacts.service';
import { Addressees } from './mail-notifications/addressees.service';
import { WelcomeReactions } from './notices/welcome.reactions';
import { Attachments } from './attachments/attachments.service';
import { PushCandidateReactions } from './push-candidates/push-candidates.reactions';
import { PushCandidates } from './push-candidates/push-candidates.service';
import { ChannelHistories } from './messages/channel-histories.service';
import { ChannelMessages } from './sending/channel-messages.service';
import { Deletions } from './deleting/deletions.service';
import { DirectMessages } from './sending/direct-messages.service';
import { MessageWriter } from './writing/message-writer.service';
import { GuestVisibilityChanges } from './guest-visibility/guest-visibility-changes.service';
import { Flags } from './flags/flags.service';
import { MessageIdWatermark } from './watermark/message-id-watermark.service';
import { MessageAudiences } from './audiences/message-audiences.service';
import { DirectTypingViewers } from './typing/direct-typing-viewers.service';
import { ConversationReadersIndex } from './audiences/conversation-readers.index';
import { MessageReadersIndex } from './audiences/message-readers.index';
import { MessageClientEvents } from './writing/message.client-events';
import { Messages } from './messages/messages.service';
import { MessagingReactions } from './reading/messaging.reactions';
import { Moves } from './moving/moves.service';
import { NewestMessages } from './messages/newest-messages.service';
import { Notices } from './notices/notices.service';
import { ReaderFlags } from './audiences/reader-flags.service';
import { Readings } from './reading/readings.service';
import { Rerenderings } from './rerenderings/rerenderings.service';
import { SearchIndex } from './search/search-index.service';
import { SenderMutes } from './reading/sender-mutes.service';
import { UnreadMessageViews } from './reading/unread-message-views.service';
import { CHANGE_CONTROLLERS, CHANGE_PROVIDERS } from './changes.providers';
import { FILE_CONTROLLERS, FILE_PROVIDERS } from './files.providers';
import { MessagesController } from './sending/messages.controller';
import { LATER_CONTROLLERS, LATER_PROVIDERS } from './later.providers';
import { READING_CONTROLLERS, READING_PROVIDERS } from './reading.providers';
import { GuestContactRepository } from './guest-visibility/guest-contact.repository';
import { PushCandidateRepository } from './push-candidates/push-candidate.repository';
import { ChannelHistoryRepository } from './messages/channel-history.repository';
import { ConversationRepository } from './records/conversation.repository';
import { MessageIdWatermarkRepository } from './watermark/message-id-watermark.repository';
import { MessageAudienceRepository } from './records/message-audience.repository';
import { MessageReadersRepository } from './audiences/message-readers.repository';
import { MessageRepository } from './records/message.repository';
import { TEXT_PROVIDERS } from './texts.providers';

/** Answers questions of the rooms below: so it is known everywhere, and needs nothing of those rooms itself. */
@Global()
@Module({
  providers: [
    ChannelHistoryRepository,
    MessageRepository,
    { provide: ChannelHistory, useClass: ChannelHistories },
    { provide: NewestMessage, useClass: NewestMessages },
    { provide: GuestContacts, useClass: MessagingGuestContacts },
    GuestContactRepository,
  ],
  exports: [GuestContacts, ChannelHistory, NewestMessage],
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
    PushCandidateRepository,
    PushCandidates,
    PushCandidateReactions,
    ChannelMessages,
    ConversationRepository,
    DirectMessages,
    MessageWriter,
    GuestVisibilityChanges,
    MessageIdWatermark,
    MessageIdWatermarkRepository,
    MessageAudienceRepository,
    MessageAudiences,
    ConversationReadersIndex,
    DirectTypingViewers,
    MessageReadersIndex,
    MessageReadersRepository,
    ReaderFlags,
    MessageClientEvents,
    MessageRepository,
    Messages,
    MessagingReactions,
    UnreadMessageViews,
    WelcomeReactions,
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
    PushCandidates,
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
    UnreadMessageViews,
  ],
})
export class MessagingModule {}

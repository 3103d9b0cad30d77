import { ChannelHistory, ChannelsModule } from '@app/channels';
import { Acquaintance, IdentityModule, NewestMessage } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Global, Module } from '@nestjs/common';
import { ANSWER_CONTROLLERS, ANSWER_PROVIDERS } from './answers.providers';
import { Absences } from './app/absences.service';
import { AcquaintanceSource } from './app/acquaintance-source';
import { Addressees } from './app/addressees.service';
import { ArrivalsReactions } from './app/arrivals.reactions';
import { Attachments } from './app/attachments.service';
import { CallsReactions } from './app/calls.reactions';
import { Calls } from './app/calls.service';
import { ChannelHistories } from './app/channel-histories';
import { ChannelMessages } from './app/channel-messages.service';
import { Deletions } from './app/deletions.service';
import { DirectMessages } from './app/direct-messages.service';
import { Dispatches } from './app/dispatches.service';
import { Encounters } from './app/encounters.service';
import { Flags } from './app/flags.service';
import { Horizon } from './app/horizon';
import { MessageAudiences } from './app/message-audiences';
import { MessageReadersIndex } from './app/message-readers.index';
import { MessageClientEvents } from './app/message.client-events';
import { Messages } from './app/messages.service';
import { MessagingReactions } from './app/messaging.reactions';
import { Moves } from './app/moves.service';
import { NewestMessages } from './app/newest-messages';
import { Notices } from './app/notices.service';
import { ReaderFlags } from './app/reader-flags';
import { Readings } from './app/readings.service';
import { Rerenderings } from './app/rerenderings.service';
import { SearchIndex } from './app/search-index.service';
import { SenderMutes } from './app/sender-mutes.service';
import { UnreadLetters } from './app/unread-letters.service';
import { CHANGE_CONTROLLERS, CHANGE_PROVIDERS } from './changes.providers';
import { FILE_CONTROLLERS, FILE_PROVIDERS } from './files.providers';
import { MessagesController } from './http/messages.controller';
import { LATER_CONTROLLERS, LATER_PROVIDERS } from './later.providers';
import { READING_CONTROLLERS, READING_PROVIDERS } from './reading.providers';
import { AcquaintanceSourceRepository } from './store/acquaintance-source.repository';
import { CallRepository } from './store/call.repository';
import { ChannelHistoryRepository } from './store/channel-history.repository';
import { ConversationRepository } from './store/conversation.repository';
import { HorizonRepository } from './store/horizon.repository';
import { MessageAudienceRepository } from './store/message-audience.repository';
import { MessageReadersRepository } from './store/message-readers.repository';
import { MessageRepository } from './store/message.repository';
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
  imports: [RealtimeModule, IdentityModule, ChannelsModule, MessageHistoryModule],
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

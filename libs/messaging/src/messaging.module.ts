import { ChannelHistory, ChannelsModule } from '@app/channels';
import { IdentityModule, NewestMessage } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Global, Module } from '@nestjs/common';
import { Absences } from './app/absences.service';
import { ChannelHistories } from './app/channel-histories';
import { ChannelMessages } from './app/channel-messages.service';
import { Compactions } from './app/compactions.service';
import { Deletions } from './app/deletions.service';
import { DirectMessages } from './app/direct-messages.service';
import { Dispatches } from './app/dispatches.service';
import { FlagClientEvents } from './app/flag.client-events';
import { Flags } from './app/flags.service';
import { HeldMessages } from './app/held-messages';
import { Horizon } from './app/horizon';
import { Letters } from './app/letters.service';
import { MessageClientEvents } from './app/message.client-events';
import {
  EmptyListsSnapshot,
  NewestMessageSnapshot,
  RecentConversationsSnapshot,
  StarredSnapshot,
} from './app/message.snapshots';
import { Messages } from './app/messages.service';
import { MessagingReactions } from './app/messaging.reactions';
import { Moves } from './app/moves.service';
import { Narrows } from './app/narrows.service';
import { NewestMessages } from './app/newest-messages';
import { Readings } from './app/readings.service';
import { NoticeDispatches } from './app/notice-dispatches.service';
import { NoticeSender } from './app/notice-sender.service';
import { NoticesReactions } from './app/notices.reactions';
import { Notices } from './app/notices.service';
import { Renderings } from './app/renderings.service';
import { Topics } from './app/topics.service';
import { SenderMutes } from './app/sender-mutes.service';
import { UnreadSnapshot } from './app/unread.snapshot';
import { UserTopicClientEvents } from './app/user-topic.client-events';
import { UserTopics } from './app/user-topics.service';
import { UserTopicsSnapshot } from './app/user-topics.snapshot';
import { FlagsController } from './http/flags.controller';
import { MessagesController } from './http/messages.controller';
import { TopicsController } from './http/topics.controller';
import { UserTopicsController } from './http/user-topics.controller';
import { AbsenceRepository } from './store/absence.repository';
import { ChannelHistoryRepository } from './store/channel-history.repository';
import { ConversationRepository } from './store/conversation.repository';
import { FlagRepository } from './store/flag.repository';
import { HorizonRepository } from './store/horizon.repository';
import { MessageRepository } from './store/message.repository';
import { MoveRepository } from './store/move.repository';
import { NoticeRepository } from './store/notice.repository';
import { PageRepository } from './store/page.repository';
import { ReadStateRepository } from './store/read-state.repository';
import { SenderMuteRepository } from './store/sender-mute.repository';
import { TopicRepository } from './store/topic.repository';
import { UserTopicRepository } from './store/user-topic.repository';

/** Answers questions of the rooms below: so it is known everywhere, and needs nothing of those rooms itself. */
@Global()
@Module({
  providers: [
    ChannelHistoryRepository,
    MessageRepository,
    { provide: ChannelHistory, useClass: ChannelHistories },
    { provide: NewestMessage, useClass: NewestMessages },
  ],
  exports: [ChannelHistory, NewestMessage],
})
class MessageHistoryModule {}

@Module({
  imports: [RealtimeModule, IdentityModule, ChannelsModule, MessageHistoryModule],
  controllers: [MessagesController, FlagsController, TopicsController, UserTopicsController],
  providers: [
    AbsenceRepository,
    Absences,
    ChannelMessages,
    Compactions,
    ConversationRepository,
    Deletions,
    DirectMessages,
    Dispatches,
    EmptyListsSnapshot,
    FlagClientEvents,
    FlagRepository,
    Flags,
    HeldMessages,
    Horizon,
    HorizonRepository,
    Letters,
    MessageClientEvents,
    MessageRepository,
    Messages,
    MessagingReactions,
    MoveRepository,
    Moves,
    Narrows,
    NewestMessageSnapshot,
    NoticeDispatches,
    NoticeRepository,
    NoticeSender,
    Notices,
    NoticesReactions,
    PageRepository,
    ReadStateRepository,
    Readings,
    RecentConversationsSnapshot,
    Renderings,
    SenderMuteRepository,
    SenderMutes,
    StarredSnapshot,
    TopicRepository,
    Topics,
    UnreadSnapshot,
    UserTopicClientEvents,
    UserTopicRepository,
    UserTopics,
    UserTopicsSnapshot,
  ],
  exports: [
    Absences,
    ChannelMessages,
    Deletions,
    DirectMessages,
    Flags,
    Messages,
    Moves,
    Notices,
    Readings,
    SenderMutes,
  ],
})
export class MessagingModule {}

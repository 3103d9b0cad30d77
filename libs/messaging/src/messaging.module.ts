import { ChannelHistory, ChannelsModule } from '@app/channels';
import { IdentityModule, NewestMessage } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Global, Module } from '@nestjs/common';
import { ChannelHistories } from './app/channel-histories';
import { ChannelMessages } from './app/channel-messages.service';
import { DirectMessages } from './app/direct-messages.service';
import { Dispatches } from './app/dispatches.service';
import { FlagClientEvents } from './app/flag.client-events';
import { Flags } from './app/flags.service';
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
import { Narrows } from './app/narrows.service';
import { NewestMessages } from './app/newest-messages';
import { Renderings } from './app/renderings.service';
import { UnreadSnapshot } from './app/unread.snapshot';
import { FlagsController } from './http/flags.controller';
import { MessagesController } from './http/messages.controller';
import { ChannelHistoryRepository } from './store/channel-history.repository';
import { ConversationRepository } from './store/conversation.repository';
import { FlagRepository } from './store/flag.repository';
import { MessageRepository } from './store/message.repository';
import { PageRepository } from './store/page.repository';
import { ReadStateRepository } from './store/read-state.repository';

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
  controllers: [MessagesController, FlagsController],
  providers: [
    ChannelMessages,
    ConversationRepository,
    DirectMessages,
    Dispatches,
    EmptyListsSnapshot,
    FlagClientEvents,
    FlagRepository,
    Flags,
    Letters,
    MessageClientEvents,
    MessageRepository,
    Messages,
    MessagingReactions,
    Narrows,
    NewestMessageSnapshot,
    PageRepository,
    ReadStateRepository,
    RecentConversationsSnapshot,
    Renderings,
    StarredSnapshot,
    UnreadSnapshot,
  ],
  exports: [ChannelMessages, DirectMessages, Flags, Messages],
})
export class MessagingModule {}

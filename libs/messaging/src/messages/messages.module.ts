import { ChannelsContextModule } from '@app/channels';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { MessageViewsModule } from '../message-views/message-views.module';
import { NarrowsModule } from '../narrows/narrows.module';
import { RecordsModule } from '../records/records.module';
import { SearchModule } from '../search/search.module';
import { MessagePagesController } from './message-pages.controller';
import { NewestMessageSnapshot, RecentConversationsSnapshot, StarredSnapshot } from './message.snapshots';
import { Messages } from './messages.service';
import { PageRepository } from './page.repository';
import { SpectatorMessages } from './spectator-messages.service';
import { WordPageRepository } from './word-page.repository';

@Module({
  imports: [ChannelsContextModule, RealtimeModule, MessageViewsModule, NarrowsModule, RecordsModule, SearchModule],
  controllers: [MessagePagesController],
  providers: [
    Messages,
    NewestMessageSnapshot,
    PageRepository,
    RecentConversationsSnapshot,
    SpectatorMessages,
    StarredSnapshot,
    WordPageRepository,
  ],
  exports: [Messages],
})
export class MessagesModule {}

import { ChannelHistory, ChannelsModule } from '@app/channels';
import { Acquaintance, IdentityModule, NewestMessage } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Global, Module } from '@nestjs/common';
import { AcquaintanceSource } from './app/acquaintance-source';
import { Absences } from './app/absences.service';
import { AttachmentClientEvents } from './app/attachment.client-events';
import { AttachmentFiles } from './app/attachment-files.service';
import { AttachmentReaders } from './app/attachment-readers.service';
import { Attachments } from './app/attachments.service';
import { ChannelHistories } from './app/channel-histories';
import { ChannelMessages } from './app/channel-messages.service';
import { Compactions } from './app/compactions.service';
import { Deletions } from './app/deletions.service';
import { DirectMessages } from './app/direct-messages.service';
import { Dispatches } from './app/dispatches.service';
import { Encounters } from './app/encounters.service';
import { FileRemovals } from './app/file-removals.service';
import { FlagClientEvents } from './app/flag.client-events';
import { Flags } from './app/flags.service';
import { HeldMessages } from './app/held-messages';
import { Horizon } from './app/horizon';
import { Letters } from './app/letters.service';
import { MessageRenderingClientEvents } from './app/message-rendering.client-events';
import { ArrivalsReactions } from './app/arrivals.reactions';
import { MissedMessageMails } from './app/missed-message-mails.service';
import { MissedMessages } from './app/missed-messages.service';
import { MessageClientEvents } from './app/message.client-events';
import {
  EmptyListsSnapshot,
  NewestMessageSnapshot,
  RecentConversationsSnapshot,
  StarredSnapshot,
} from './app/message.snapshots';
import { LinkPreviewer } from './app/link-previewer.service';
import { LinkPreviews } from './app/link-previews.service';
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
import { Rerenderer } from './app/rerenderer.service';
import { Rerenderings } from './app/rerenderings.service';
import { Thumbnails } from './app/thumbnails.service';
import { Topics } from './app/topics.service';
import { SenderMutesReactions } from './app/sender-mutes.reactions';
import { SenderMutes } from './app/sender-mutes.service';
import { UnreadSnapshot } from './app/unread.snapshot';
import { TextReferences } from './app/text-references.service';
import { Uploads } from './app/uploads.service';
import { UserTopicClientEvents } from './app/user-topic.client-events';
import { UserTopics } from './app/user-topics.service';
import { UserTopicsSnapshot } from './app/user-topics.snapshot';
import { AttachmentsController } from './http/attachments.controller';
import { FilesController } from './http/files.controller';
import { FlagsController } from './http/flags.controller';
import { MessagesController } from './http/messages.controller';
import { TopicsController } from './http/topics.controller';
import { UserTopicsController } from './http/user-topics.controller';
import { AcquaintanceSourceRepository } from './store/acquaintance-source.repository';
import { AbsenceRepository } from './store/absence.repository';
import { AttachmentRepository } from './store/attachment.repository';
import { ChannelHistoryRepository } from './store/channel-history.repository';
import { ConversationRepository } from './store/conversation.repository';
import { FileRemovalRepository } from './store/file-removal.repository';
import { FlagRepository } from './store/flag.repository';
import { HorizonRepository } from './store/horizon.repository';
import { LinkPreviewRepository } from './store/link-preview.repository';
import { MessageRepository } from './store/message.repository';
import { MissedMessageRepository } from './store/missed-message.repository';
import { MoveRepository } from './store/move.repository';
import { NoticeRepository } from './store/notice.repository';
import { PageRepository } from './store/page.repository';
import { ReadStateRepository } from './store/read-state.repository';
import { RenderedTextRepository } from './store/rendered-text.repository';
import { RerenderingRepository } from './store/rerendering.repository';
import { SenderMuteRepository } from './store/sender-mute.repository';
import { ThumbnailRepository } from './store/thumbnail.repository';
import { TopicRepository } from './store/topic.repository';
import { UploadSpaceRepository } from './store/upload-space.repository';
import { UserTopicRepository } from './store/user-topic.repository';

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
    AttachmentsController,
    FilesController,
    MessagesController,
    FlagsController,
    TopicsController,
    UserTopicsController,
  ],
  providers: [
    AttachmentClientEvents,
    AttachmentFiles,
    AttachmentReaders,
    AttachmentRepository,
    Attachments,
    FileRemovalRepository,
    FileRemovals,
    ThumbnailRepository,
    Thumbnails,
    UploadSpaceRepository,
    Uploads,
    AbsenceRepository,
    Absences,
    ChannelMessages,
    Compactions,
    ConversationRepository,
    Deletions,
    DirectMessages,
    Dispatches,
    EmptyListsSnapshot,
    Encounters,
    FlagClientEvents,
    FlagRepository,
    Flags,
    HeldMessages,
    Horizon,
    HorizonRepository,
    Letters,
    LinkPreviewRepository,
    LinkPreviewer,
    LinkPreviews,
    MessageClientEvents,
    MessageRenderingClientEvents,
    MessageRepository,
    Messages,
    MessagingReactions,
    ArrivalsReactions,
    MissedMessageMails,
    MissedMessageRepository,
    MissedMessages,
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
    RenderedTextRepository,
    Rerenderer,
    RerenderingRepository,
    Rerenderings,
    SenderMuteRepository,
    SenderMutes,
    SenderMutesReactions,
    StarredSnapshot,
    TextReferences,
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
    Attachments,
    ChannelMessages,
    Deletions,
    DirectMessages,
    Flags,
    Messages,
    Moves,
    Notices,
    Readings,
    Rerenderings,
    SenderMutes,
  ],
})
export class MessagingModule {}

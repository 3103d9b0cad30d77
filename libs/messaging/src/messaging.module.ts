import { ChannelHistory, ChannelsModule } from '@app/channels';
import { Acquaintance, IdentityModule, NewestMessage } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Global, Module } from '@nestjs/common';
import { ANSWER_CONTROLLERS, ANSWER_PROVIDERS } from './answers.providers';
import { AcquaintanceSource } from './app/acquaintance-source';
import { Absences } from './app/absences.service';
import { AttachmentClientEvents } from './app/attachment.client-events';
import { AttachmentFiles } from './app/attachment-files.service';
import { AttachmentReaders } from './app/attachment-readers.service';
import { Attachments } from './app/attachments.service';
import { Authors } from './app/authors.service';
import { ChannelHistories } from './app/channel-histories';
import { ChannelMessages } from './app/channel-messages.service';
import { Compactions } from './app/compactions.service';
import { DeletionClientEvents } from './app/deletion.client-events';
import { Deletions } from './app/deletions.service';
import { DirectMessages } from './app/direct-messages.service';
import { Dispatches } from './app/dispatches.service';
import { EditViews } from './app/edit-views.service';
import { Encounters } from './app/encounters.service';
import { FileRemovals } from './app/file-removals.service';
import { FlagClientEvents } from './app/flag.client-events';
import { Flags } from './app/flags.service';
import { HeldMessages } from './app/held-messages';
import { Highlights } from './app/highlights.service';
import { Horizon } from './app/horizon';
import { Lexemes } from './app/lexemes.service';
import { Letters } from './app/letters.service';
import { MessageAudiences } from './app/message-audiences';
import { MessageEdits } from './app/message-edits.service';
import { MessageHistories } from './app/message-histories.service';
import { MessageRenderingClientEvents } from './app/message-rendering.client-events';
import { ArrivalsReactions } from './app/arrivals.reactions';
import { MissedMessageMails } from './app/missed-message-mails.service';
import { MissedMessages } from './app/missed-messages.service';
import { MessageClientEvents } from './app/message.client-events';
import { NewestMessageSnapshot, RecentConversationsSnapshot, StarredSnapshot } from './app/message.snapshots';
import { LinkPreviewer } from './app/link-previewer.service';
import { LinkPreviews } from './app/link-previews.service';
import { LostStars } from './app/lost-stars.service';
import { MassMentions } from './app/mass-mentions.service';
import { Messages } from './app/messages.service';
import { MessagingReactions } from './app/messaging.reactions';
import { Moves } from './app/moves.service';
import { NarrowFlags } from './app/narrow-flags.service';
import { Narrows } from './app/narrows.service';
import { NewestMessages } from './app/newest-messages';
import { Readings } from './app/readings.service';
import { NoticeDispatches } from './app/notice-dispatches.service';
import { NoticeSender } from './app/notice-sender.service';
import { NoticesReactions } from './app/notices.reactions';
import { Notices } from './app/notices.service';
import { Removals } from './app/removals.service';
import { ReminderClientEvents } from './app/reminder.client-events';
import { ReminderDeliveries } from './app/reminder-deliveries.service';
import { Reminders } from './app/reminders.service';
import { Renderings } from './app/renderings.service';
import { Rerenderer } from './app/rerenderer.service';
import { Rerenderings } from './app/rerenderings.service';
import { SearchIndexReactions } from './app/search-index.reactions';
import { SearchIndex } from './app/search-index.service';
import { SearchIndexer } from './app/search-indexer.service';
import { Searches } from './app/searches.service';
import { ScheduledDeliveries } from './app/scheduled-deliveries.service';
import { ScheduledFiles } from './app/scheduled-files.service';
import { ScheduledMessageClientEvents } from './app/scheduled-message.client-events';
import { ScheduledMessages } from './app/scheduled-messages.service';
import { ScheduledReactions } from './app/scheduled.reactions';
import { Retention } from './app/retention.service';
import { MessageRewrites } from './app/message-rewrites.service';
import { MessageUpdateClientEvents } from './app/message-update.client-events';
import { MessageUpdates } from './app/message-updates.service';
import { MoveNews } from './app/move-news.service';
import { MoveRights } from './app/move-rights.service';
import { ThreadNotices } from './app/thread-notices.service';
import { UserTopicMoves } from './app/user-topic-moves.service';
import { Thumbnails } from './app/thumbnails.service';
import { TopicDeletions } from './app/topic-deletions.service';
import { TopicResets } from './app/topic-resets.service';
import { SpectatorMessages } from './app/spectator-messages.service';
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
import { DeletionsController } from './http/deletions.controller';
import { FilesController } from './http/files.controller';
import { FlagsController } from './http/flags.controller';
import { MessageEditsController } from './http/message-edits.controller';
import { MessagesController } from './http/messages.controller';
import { MessagePagesController } from './http/message-pages.controller';
import { RemindersController } from './http/reminders.controller';
import { ScheduledMessagesController } from './http/scheduled-messages.controller';
import { ReadingsController } from './http/readings.controller';
import { TopicsController } from './http/topics.controller';
import { UserTopicsController } from './http/user-topics.controller';
import { AcquaintanceSourceRepository } from './store/acquaintance-source.repository';
import { AbsenceRepository } from './store/absence.repository';
import { AttachmentRepository } from './store/attachment.repository';
import { ChannelHistoryRepository } from './store/channel-history.repository';
import { ConversationRepository } from './store/conversation.repository';
import { DeletionRepository } from './store/deletion.repository';
import { FileRemovalRepository } from './store/file-removal.repository';
import { FlagRepository } from './store/flag.repository';
import { HorizonRepository } from './store/horizon.repository';
import { LinkPreviewRepository } from './store/link-preview.repository';
import { MessageAudienceRepository } from './store/message-audience.repository';
import { MessageEditRepository } from './store/message-edit.repository';
import { MessageRepository } from './store/message.repository';
import { MissedMessageRepository } from './store/missed-message.repository';
import { MoveRepository } from './store/move.repository';
import { NoticeRepository } from './store/notice.repository';
import { PageRepository } from './store/page.repository';
import { ReadStateRepository } from './store/read-state.repository';
import { ReminderRepository } from './store/reminder.repository';
import { RenderedTextRepository } from './store/rendered-text.repository';
import { RerenderingRepository } from './store/rerendering.repository';
import { SearchIndexRepository } from './store/search-index.repository';
import { ScheduledMessageRepository } from './store/scheduled-message.repository';
import { SenderMuteRepository } from './store/sender-mute.repository';
import { ThumbnailRepository } from './store/thumbnail.repository';
import { TopicResetRepository } from './store/topic-reset.repository';
import { TopicRepository } from './store/topic.repository';
import { ResolutionNoticeRepository } from './store/resolution-notice.repository';
import { UserTopicMoveRepository } from './store/user-topic-move.repository';
import { UploadSpaceRepository } from './store/upload-space.repository';
import { UserTopicRepository } from './store/user-topic.repository';
import { WordPageRepository } from './store/word-page.repository';

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
    AttachmentsController,
    DeletionsController,
    FilesController,
    MessageEditsController,
    MessagesController,
    MessagePagesController,
    FlagsController,
    ReadingsController,
    RemindersController,
    ScheduledMessagesController,
    TopicsController,
    UserTopicsController,
  ],
  providers: [
    ...ANSWER_PROVIDERS,
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
    Authors,
    ChannelMessages,
    Compactions,
    ConversationRepository,
    DeletionClientEvents,
    DeletionRepository,
    Deletions,
    DirectMessages,
    Dispatches,
    EditViews,
    Encounters,
    FlagClientEvents,
    FlagRepository,
    Flags,
    HeldMessages,
    Highlights,
    Horizon,
    HorizonRepository,
    Letters,
    Lexemes,
    LinkPreviewRepository,
    LinkPreviewer,
    LinkPreviews,
    MessageAudienceRepository,
    MessageAudiences,
    MessageClientEvents,
    MessageRenderingClientEvents,
    MessageRepository,
    LostStars,
    MassMentions,
    MessageEditRepository,
    MessageEdits,
    MessageHistories,
    MessageRewrites,
    MessageUpdateClientEvents,
    MessageUpdates,
    MoveNews,
    MoveRights,
    ResolutionNoticeRepository,
    ThreadNotices,
    UserTopicMoveRepository,
    UserTopicMoves,
    Messages,
    MessagingReactions,
    ArrivalsReactions,
    MissedMessageMails,
    MissedMessageRepository,
    MissedMessages,
    MoveRepository,
    Moves,
    NarrowFlags,
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
    Removals,
    ReminderClientEvents,
    ReminderDeliveries,
    ReminderRepository,
    Reminders,
    Renderings,
    RenderedTextRepository,
    Rerenderer,
    RerenderingRepository,
    Rerenderings,
    SearchIndex,
    SearchIndexReactions,
    SearchIndexRepository,
    SearchIndexer,
    Searches,
    SpectatorMessages,
    ScheduledDeliveries,
    ScheduledFiles,
    ScheduledMessageClientEvents,
    ScheduledMessageRepository,
    ScheduledMessages,
    ScheduledReactions,
    Retention,
    SenderMuteRepository,
    SenderMutes,
    SenderMutesReactions,
    StarredSnapshot,
    TextReferences,
    TopicDeletions,
    TopicResetRepository,
    TopicResets,
    TopicRepository,
    Topics,
    UnreadSnapshot,
    UserTopicClientEvents,
    UserTopicRepository,
    UserTopics,
    UserTopicsSnapshot,
    WordPageRepository,
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
    SearchIndex,
    SenderMutes,
  ],
})
export class MessagingModule {}

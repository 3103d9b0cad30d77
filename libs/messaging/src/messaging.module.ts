import { Module } from '@nestjs/common';
import { AccessModule } from './access/access.module';
import { AttachmentsModule } from './attachments/attachments.module';
import { AudiencesModule } from './audiences/audiences.module';
import { AuthorsModule } from './authors/authors.module';
import { ChangesModule } from './changes/changes.module';
import { DeletingModule } from './deleting/deleting.module';
import { EditingModule } from './editing/editing.module';
import { ExplanationsModule } from './explanations/explanations.module';
import { ExportedMessagesModule } from './exported-messages/exported-messages.module';
import { FlagsModule } from './flags/flags.module';
import { GuestContactsModule } from './guest-visibility/guest-contacts.module';
import { GuestVisibilityModule } from './guest-visibility/guest-visibility.module';
import { LinkPreviewsModule } from './link-previews/link-previews.module';
import { MailNotificationsModule } from './mail-notifications/mail-notifications.module';
import { MessageViewsModule } from './message-views/message-views.module';
import { MessageHistoryModule } from './messages/message-history.module';
import { MessagesModule } from './messages/messages.module';
import { MovingModule } from './moving/moving.module';
import { NarrowsModule } from './narrows/narrows.module';
import { NoticesModule } from './notices/notices.module';
import { PollsModule } from './polls/polls.module';
import { PushCandidatesModule } from './push-candidates/push-candidates.module';
import { ReactionsModule } from './reactions/reactions.module';
import { ReadingModule } from './reading/reading.module';
import { RecordsModule } from './records/records.module';
import { RemindersModule } from './reminders/reminders.module';
import { RemovalsModule } from './removals/removals.module';
import { RenderingModule } from './rendering/rendering.module';
import { RerenderingsModule } from './rerenderings/rerenderings.module';
import { RetentionModule } from './retention/retention.module';
import { SchedulingModule } from './scheduling/scheduling.module';
import { SearchModule } from './search/search.module';
import { SenderMutesModule } from './sender-mutes/sender-mutes.module';
import { SendingModule } from './sending/sending.module';
import { TopicsModule } from './topics/topics.module';
import { TypingModule } from './typing/typing.module';
import { UserTopicsModule } from './user-topics/user-topics.module';
import { WatermarkModule } from './watermark/watermark.module';
import { WritingModule } from './writing/writing.module';

/** The nouns of this context, from the lowest up. */
@Module({
  imports: [
    RecordsModule,
    AccessModule,
    RerenderingsModule,
    AttachmentsModule,
    MessageViewsModule,
    AudiencesModule,
    AuthorsModule,
    ChangesModule,
    TopicsModule,
    UserTopicsModule,
    WatermarkModule,
    SearchModule,
    NarrowsModule,
    MessagesModule,
    FlagsModule,
    SenderMutesModule,
    RemovalsModule,
    GuestVisibilityModule,
    PushCandidatesModule,
    LinkPreviewsModule,
    RenderingModule,
    PollsModule,
    WritingModule,
    NoticesModule,
    SendingModule,
    MovingModule,
    DeletingModule,
    EditingModule,
    ExplanationsModule,
    MailNotificationsModule,
    ReadingModule,
    ReactionsModule,
    SchedulingModule,
    RemindersModule,
    RetentionModule,
    ExportedMessagesModule,
    TypingModule,
    GuestContactsModule,
    MessageHistoryModule,
  ],
  exports: [
    AttachmentsModule,
    DeletingModule,
    FlagsModule,
    MailNotificationsModule,
    MessagesModule,
    MovingModule,
    NoticesModule,
    PushCandidatesModule,
    ReadingModule,
    RerenderingsModule,
    SearchModule,
    SenderMutesModule,
    SendingModule,
  ],
})
export class MessagingModule {}

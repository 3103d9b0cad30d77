import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { RemovalsModule } from '../removals/removals.module';
import { UserTopicsModule } from '../user-topics/user-topics.module';
import { WritingModule } from '../writing/writing.module';
import { ChannelNotices } from './channel-notices.service';
import { DirectNotices } from './direct-notices.service';
import { NoticePreparation } from './notice-preparation.service';
import { NoticeSender } from './notice-sender.service';
import { NoticeWriter } from './notice-writer.service';
import { NoticeRepository } from './notice.repository';
import { NoticesEventHandlers } from './notices.event-handlers';
import { Notices } from './notices.service';
import { ResolutionNoticeRepository } from './resolution-notice.repository';
import { ResolutionReaders } from './resolution-readers.service';
import { ThreadNotices } from './thread-notices.service';
import { WelcomeTestsController } from './welcome-tests.controller';
import { WelcomeTests } from './welcome-tests.service';
import { WelcomeEventHandlers } from './welcome.event-handlers';

@Module({
  imports: [ChannelsContextModule, IdentityModule, RecordsModule, RemovalsModule, UserTopicsModule, WritingModule],
  controllers: [WelcomeTestsController],
  providers: [
    ChannelNotices,
    DirectNotices,
    NoticePreparation,
    NoticeRepository,
    NoticeSender,
    NoticeWriter,
    Notices,
    NoticesEventHandlers,
    ResolutionNoticeRepository,
    ResolutionReaders,
    ThreadNotices,
    WelcomeEventHandlers,
    WelcomeTests,
  ],
  exports: [Notices, ThreadNotices],
})
export class NoticesModule {}

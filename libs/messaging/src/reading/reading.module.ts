import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { FlagsModule } from '../flags/flags.module';
import { GuestVisibilityModule } from '../guest-visibility/guest-visibility.module';
import { MessageViewsModule } from '../message-views/message-views.module';
import { MessagesModule } from '../messages/messages.module';
import { RecordsModule } from '../records/records.module';
import { UserTopicsModule } from '../user-topics/user-topics.module';
import { WatermarkModule } from '../watermark/watermark.module';
import { AbsenceRepository } from './absence.repository';
import { Absences } from './absences.service';
import { ReadReceiptsController } from './read-receipts.controller';
import { ReadReceiptRepository } from './read-receipt.repository';
import { ReadReceipts } from './read-receipts.service';
import { ReadingEventHandlers } from './reading.event-handlers';
import { ReadingsController } from './readings.controller';
import { Readings } from './readings.service';
import { UnreadMessageViews } from './unread-message-views.service';
import { UnreadSnapshot } from './unread.snapshot';

@Module({
  imports: [
    ChannelsContextModule,
    IdentityModule,
    RealtimeModule,
    FlagsModule,
    GuestVisibilityModule,
    MessageViewsModule,
    MessagesModule,
    RecordsModule,
    UserTopicsModule,
    WatermarkModule,
  ],
  controllers: [ReadReceiptsController, ReadingsController],
  providers: [
    AbsenceRepository,
    Absences,
    ReadReceiptRepository,
    ReadReceipts,
    ReadingEventHandlers,
    Readings,
    UnreadMessageViews,
    UnreadSnapshot,
  ],
  exports: [Absences, Readings, UnreadMessageViews],
})
export class ReadingModule {}

import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module';
import { AuthorsModule } from '../authors/authors.module';
import { NoticesModule } from '../notices/notices.module';
import { SendingModule } from '../sending/sending.module';
import { ScheduledDeliveries } from './scheduled-deliveries.service';
import { ScheduledFiles } from './scheduled-files.service';
import { ScheduledMessageClientEvents } from './scheduled-message.client-events';
import { ScheduledMessageRepository } from './scheduled-message.repository';
import { ScheduledMessagesController } from './scheduled-messages.controller';
import { ScheduledMessages } from './scheduled-messages.service';
import { ScheduledEventHandlers } from './scheduled.event-handlers';

@Module({
  imports: [
    ChannelsContextModule,
    IdentityModule,
    RealtimeModule,
    AttachmentsModule,
    AuthorsModule,
    NoticesModule,
    SendingModule,
  ],
  controllers: [ScheduledMessagesController],
  providers: [
    ScheduledDeliveries,
    ScheduledFiles,
    ScheduledMessageClientEvents,
    ScheduledMessageRepository,
    ScheduledMessages,
    ScheduledEventHandlers,
  ],
})
export class SchedulingModule {}

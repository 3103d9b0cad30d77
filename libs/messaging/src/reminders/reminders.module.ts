import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AuthorsModule } from '../authors/authors.module';
import { MessagesModule } from '../messages/messages.module';
import { NoticesModule } from '../notices/notices.module';
import { RenderingModule } from '../rendering/rendering.module';
import { ReminderDeliveries } from './reminder-deliveries.service';
import { ReminderClientEvents } from './reminder.client-events';
import { ReminderRepository } from './reminder.repository';
import { RemindersController } from './reminders.controller';
import { RemindersEventHandlers } from './reminders.event-handlers';
import { Reminders } from './reminders.service';

@Module({
  imports: [RealtimeModule, AuthorsModule, MessagesModule, NoticesModule, RenderingModule],
  controllers: [RemindersController],
  providers: [ReminderClientEvents, ReminderDeliveries, ReminderRepository, Reminders, RemindersEventHandlers],
})
export class RemindersModule {}

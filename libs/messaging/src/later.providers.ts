import { Authors } from './app/authors.service';
import { Addressees } from './app/addressees.service';
import { MissedEditsReactions } from './app/missed-edits.reactions';
import { MissedEdits } from './app/missed-edits.service';
import { MissedMessageMails } from './app/missed-message-mails.service';
import { MissedMessages } from './app/missed-messages.service';
import { NoticeDispatches } from './app/notice-dispatches.service';
import { NoticeSender } from './app/notice-sender.service';
import { NoticesReactions } from './app/notices.reactions';
import { Notices } from './app/notices.service';
import { ReminderDeliveries } from './app/reminder-deliveries.service';
import { ReminderClientEvents } from './app/reminder.client-events';
import { Reminders } from './app/reminders.service';
import { ScheduledDeliveries } from './app/scheduled-deliveries.service';
import { ScheduledFiles } from './app/scheduled-files.service';
import { ScheduledMessageClientEvents } from './app/scheduled-message.client-events';
import { ScheduledMessages } from './app/scheduled-messages.service';
import { ScheduledReactions } from './app/scheduled.reactions';
import { RemindersController } from './http/reminders.controller';
import { WelcomeTests } from './app/welcome-tests.service';
import { ScheduledMessagesController } from './http/scheduled-messages.controller';
import { WelcomeTestsController } from './http/welcome-tests.controller';
import { AddresseeRepository } from './store/addressee.repository';
import { MissedEditRepository } from './store/missed-edit.repository';
import { MissedMessageRepository } from './store/missed-message.repository';
import { NoticeRepository } from './store/notice.repository';
import { ReminderRepository } from './store/reminder.repository';
import { ScheduledMessageRepository } from './store/scheduled-message.repository';

/** What is said later, or by the server itself: scheduled messages, reminders, notices, mails about what was missed. */
export const LATER_PROVIDERS = [
  AddresseeRepository,
  Addressees,
  Authors,
  MissedEditRepository,
  MissedEdits,
  MissedEditsReactions,
  MissedMessageMails,
  MissedMessageRepository,
  MissedMessages,
  NoticeDispatches,
  NoticeRepository,
  NoticeSender,
  Notices,
  NoticesReactions,
  ReminderClientEvents,
  ReminderDeliveries,
  ReminderRepository,
  Reminders,
  ScheduledDeliveries,
  ScheduledFiles,
  ScheduledMessageClientEvents,
  ScheduledMessageRepository,
  ScheduledMessages,
  ScheduledReactions,
  WelcomeTests,
];

export const LATER_CONTROLLERS = [RemindersController, ScheduledMessagesController, WelcomeTestsController];

import { Authors } from './authors/authors.service';
import { Addressees } from './mail-notifications/addressees.service';
import { MissedEditsReactions } from './mail-notifications/missed-edits.reactions';
import { MissedEdits } from './mail-notifications/missed-edits.service';
import { MissedMessageMails } from './mail-notifications/missed-message-mails.service';
import { MissedMessages } from './mail-notifications/missed-messages.service';
import { NoticeWriter } from './notices/notice-writer.service';
import { NoticeSender } from './notices/notice-sender.service';
import { NoticesReactions } from './notices/notices.reactions';
import { Notices } from './notices/notices.service';
import { ReminderDeliveries } from './reminders/reminder-deliveries.service';
import { ReminderClientEvents } from './reminders/reminder.client-events';
import { Reminders } from './reminders/reminders.service';
import { ScheduledDeliveries } from './scheduling/scheduled-deliveries.service';
import { ScheduledFiles } from './scheduling/scheduled-files.service';
import { ScheduledMessageClientEvents } from './scheduling/scheduled-message.client-events';
import { ScheduledMessages } from './scheduling/scheduled-messages.service';
import { ScheduledReactions } from './scheduling/scheduled.reactions';
import { RemindersController } from './reminders/reminders.controller';
import { WelcomeTests } from './notices/welcome-tests.service';
import { ScheduledMessagesController } from './scheduling/scheduled-messages.controller';
import { WelcomeTestsController } from './notices/welcome-tests.controller';
import { AddresseeRepository } from './mail-notifications/addressee.repository';
import { MissedEditRepository } from './mail-notifications/missed-edit.repository';
import { MissedMessageRepository } from './mail-notifications/missed-message.repository';
import { NoticeRepository } from './notices/notice.repository';
import { ReminderRepository } from './reminders/reminder.repository';
import { ScheduledMessageRepository } from './scheduling/scheduled-message.repository';

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
  NoticeWriter,
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

import { Absentees } from './app/absentees.service';
import { CallTaker } from './app/call-taker.service';
import { MessageNotifications } from './app/message-notifications.service';
import { NotificationsReactions } from './app/notifications.reactions';
import { Notifier } from './app/notifier.service';
import { PushDeliveries } from './app/push-deliveries.service';
import { PushRemovals } from './app/push-removals.service';
import { Withdrawals } from './app/withdrawals.service';
import { PushDeliveryRepository } from './store/push-delivery.repository';
import { PushShownRepository } from './store/push-shown.repository';

/** Who is told of which messages, and what is taken back of it. */
export const NOTIFICATION_PROVIDERS = [
  Absentees,
  CallTaker,
  MessageNotifications,
  NotificationsReactions,
  Notifier,
  PushDeliveries,
  PushDeliveryRepository,
  PushRemovals,
  PushShownRepository,
  Withdrawals,
];

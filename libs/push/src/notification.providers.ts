import { Absentees } from './notifications/absentees.service';
import { CallTaker } from './notifications/call-taker.service';
import { MessageNotifications } from './notifications/message-notifications.service';
import { NotificationsReactions } from './notifications/notifications.reactions';
import { Notifier } from './notifications/notifier.service';
import { PushDeliveries } from './notifications/push-deliveries.service';
import { PushRemovals } from './devices/push-removals.service';
import { Withdrawals } from './notifications/withdrawals.service';
import { PushDeliveryRepository } from './notifications/push-delivery.repository';
import { PushShownRepository } from './notifications/push-shown.repository';

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

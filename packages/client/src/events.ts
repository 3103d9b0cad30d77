import type { DescribedEvent, User } from './generated/events';
import type {
  PlaygroundDto,
  DraftDto,
  LinkifierDto,
  NavigationViewDto,
  ReminderResponse,
  ScheduledMessageResponse,
} from './generated/operations';

/** What events tell beside what the tests describe in full. */
type OtherEvent = { id: number } & (
  | { type: 'heartbeat' }
  | { type: 'restart' }
  | { type: 'realm'; op: 'update'; property: string; value: unknown }
  | { type: 'realm'; op: 'update_dict'; property: 'default'; data: Record<string, unknown> }
  | { type: 'realm'; op: 'deactivated' }
  | { type: 'realm_user_settings_defaults'; op: 'update'; property: string; value: unknown }
  | { type: 'realm_user'; op: 'remove'; person: Pick<User, 'user_id'> }
  | { type: 'realm_linkifiers'; realm_linkifiers: LinkifierDto[] }
  | { type: 'realm_playgrounds'; realm_playgrounds: PlaygroundDto[] }
  | { type: 'drafts'; op: 'add'; drafts: DraftDto[] }
  | { type: 'drafts'; op: 'update'; draft: DraftDto }
  | { type: 'drafts'; op: 'remove'; draft_id: number }
  | { type: 'scheduled_messages'; op: 'add'; scheduled_messages: ScheduledMessageResponse[] }
  | { type: 'scheduled_messages'; op: 'update'; scheduled_message: ScheduledMessageResponse }
  | { type: 'scheduled_messages'; op: 'remove'; scheduled_message_id: number }
  | { type: 'reminders'; op: 'add'; reminders: ReminderResponse[] }
  | { type: 'reminders'; op: 'remove'; reminder_id: number }
  | { type: 'navigation_view'; op: 'add'; navigation_view: NavigationViewDto }
  | { type: 'navigation_view'; op: 'update'; fragment: string; data: Partial<NavigationViewDto> }
  | { type: 'navigation_view'; op: 'remove'; fragment: string }
  | { type: 'typing_edit_message'; op: 'start' | 'stop'; sender_id: number; message_id: number }
  | { type: 'onboarding_steps'; onboarding_steps: { type: string; name: string }[] }
);

/** An event of a queue. A server of another version may send types that are not listed here. */
export type ServerEvent = DescribedEvent | OtherEvent;

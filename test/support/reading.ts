import type { EventQueue } from './event-queue';
import type { ApiResponse, Body, Parameters, Person } from './person';

/** A message object, with the fields that tests read. */
export interface Message extends Body {
  id: number;
  subject: string;
  content: string;
  flags: string[];
  recipient_id: number;
  display_recipient: string | { id: number; email: string; full_name: string; is_mirror_dummy: boolean }[];
}

/** `unread_msgs` of POST /register. */
export interface Unreads {
  count: number;
  pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[];
  streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
  huddles: { user_ids_string: string; unread_message_ids: number[] }[];
  mentions: number[];
  old_unreads_missing: boolean;
}

export const fetchMessage = async (person: Person, id: number, parameters: Parameters = {}): Promise<Message> =>
  (await person.ok('GET', `messages/${id}`, parameters)).message as Message;

export const flagsOf = async (person: Person, id: number): Promise<string[]> =>
  (await fetchMessage(person, id)).flags.sort();

export const changeFlags = (person: Person, op: string, flag: string, messages: unknown): Promise<ApiResponse> =>
  person.post('messages/flags', { messages, op, flag });

/** The ids of the messages whose flag has changed. */
export const changed = async (person: Person, op: string, flag: string, messages: number[]): Promise<number[]> =>
  (await person.ok('POST', 'messages/flags', { messages, op, flag })).messages as number[];

export const leave = (person: Person, channel: string): Promise<Body> =>
  person.ok('DELETE', 'users/me/subscriptions', { subscriptions: [channel] });

/** What events of messages and flags keep current. */
const KEPT = ['message', 'update_message_flags', 'starred_messages', 'recent_private_conversations'];

export const follow = (person: Person, parameters: Parameters = {}): Promise<EventQueue> =>
  person.register({ event_types: ['message', 'update_message_flags'], fetch_event_types: KEPT, ...parameters });

export const unreadsOf = async (person: Person): Promise<Unreads> => {
  const { state } = await person.register({ fetch_event_types: ['message', 'update_message_flags'] });
  return state.unread_msgs as Unreads;
};

import type { Event, EventQueue } from './event-queue';
import type { Person } from './person';
import { realm_bot } from './fold/bots';
import { channel_folder, default_stream_groups, default_streams, stream, subscription } from './fold/channels';
import { comparable } from './fold/comparison';
import { delete_message, withoutNewest, withoutNewestId } from './fold/deletions';
import { update_message } from './fold/edits';
import { message, update_message_flags } from './fold/messages';
import {
  onboarding_steps,
  realm_domains,
  realm_emoji,
  realm_linkifiers,
  realm_user_settings_defaults,
} from './fold/organization';
import { drafts, navigation_view, push_device, realm_playgrounds, saved_snippets } from './fold/own-things';
import { realm, realm_user, user_group } from './fold/people';
import {
  alert_words,
  custom_profile_fields,
  muted_users,
  update_display_settings,
  update_global_notifications,
  user_settings,
  user_status,
} from './fold/personal';
import { workOutRights } from './fold/rights';
import { reminders, scheduled_messages } from './fold/scheduled';
import type { Fold, State } from './fold/state';
import { muted_topics, user_topic } from './fold/topics';

/** The effect of each type of event on a client's state; others change nothing. */
const FOLDS: Record<string, Fold> = {
  message,
  update_message,
  update_message_flags,
  delete_message,
  stream,
  subscription,
  channel_folder,
  default_streams,
  default_stream_groups,
  user_topic,
  muted_topics,
  user_group,
  realm_user,
  realm_bot,
  realm,
  realm_linkifiers,
  realm_emoji,
  realm_domains,
  realm_user_settings_defaults,
  onboarding_steps,
  alert_words,
  custom_profile_fields,
  muted_users,
  update_display_settings,
  update_global_notifications,
  user_settings,
  user_status,
  drafts,
  saved_snippets,
  navigation_view,
  realm_playgrounds,
  scheduled_messages,
  reminders,
  push_device,
};

/**
 * A client's snapshot with the following events must equal a fresh snapshot, after any scenario: in the part of the
 * state that events keep current. Called in many tests.
 */
export async function expectFreshSnapshot(queue: EventQueue): Promise<void> {
  const { person, parameters, state, seen } = queue;
  const fresh = await freshSnapshot(queue);
  const { include_subscribers: wish } = parameters;
  const withSubscribers = wish === true || wish === 'true' || wish === 'partial';
  const followed = fold(structuredClone(state), structuredClone(seen), person.id, withSubscribers);
  const revealed = new Set(
    seen
      .filter(({ type, op }) => type === 'stream' && op === 'create')
      .flatMap(({ streams }) => (streams as { stream_id: number }[]).map(({ stream_id }) => stream_id)),
  );
  const losesMessages = seen.some(
    ({ type, new_stream_id }) => type === 'delete_message' || new_stream_id !== undefined,
  );
  const isNewestUnknown = seen.some(opensHistory) || (await isNewestGone(person, followed, fresh.state));
  const known = losesMessages ? withoutNewest : isNewestUnknown ? withoutNewestId : (whole: State) => whole;
  expect(comparable(known(followed), revealed)).toEqual(comparable(known(fresh.state), revealed));
}

/** A snapshot after all events that the queue has received, and no later: workers may send more in between. */
async function freshSnapshot(queue: EventQueue): Promise<EventQueue> {
  const { person, parameters } = queue;
  await queue.drain();
  for (;;) {
    const fresh = await person.register(parameters);
    if ((await queue.drain()).length === 0) return fresh;
  }
}

/** Older messages become readable without an event: the newest of all may be one of them. */
const opensHistory = ({ type, op, property }: Event): boolean =>
  (type === 'stream' && (op === 'create' || OPENING.includes(property as string))) ||
  (type === 'subscription' && op === 'add');

const OPENING = ['history_public_to_subscribers', 'invite_only'];

/** No event tells of the deletion of a message in a channel that the user cannot read any more. */
async function isNewestGone(person: Person, followed: State, fresh: State): Promise<boolean> {
  const id = followed.max_message_id as number;
  return id > (fresh.max_message_id as number) && (await person.get(`messages/${id}`)).status === 400;
}

/** Changes the state; `withSubscribers`: whether the client requested lists of subscribers. */
export function fold(state: State, events: readonly Event[], me: number, withSubscribers = true): State {
  for (const event of events) FOLDS[event.type]?.(state, event, { me, withSubscribers });
  workOutRights(state, me);
  return state;
}

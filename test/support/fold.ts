import type { EventQueue, Event } from './event-queue';

/**
 * What a client makes of its snapshot and the events that follow: the part of its state that events keep current. After
 * any scenario it must equal a fresh snapshot; `expectFreshSnapshot` is called all over the tests.
 */
type State = Record<string, unknown>;
type Channel = Record<string, unknown> & {
  stream_id: number;
  name: string;
  subscriber_count: number;
  subscribers?: number[];
};
type Unreads = {
  count: number;
  pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[];
  streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
  huddles: { user_ids_string: string; unread_message_ids: number[] }[];
  mentions: number[];
};
interface Message {
  id: number;
  type: 'stream' | 'private';
  sender_id: number;
  stream_id: number;
  subject: string;
  display_recipient: string | { id: number }[];
}

const CHANNEL_LISTS = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const;

export async function expectFreshSnapshot(queue: EventQueue): Promise<void> {
  await queue.drain();
  const fresh = await queue.person.register(queue.parameters);
  const followed = fold(structuredClone(queue.state), structuredClone(queue.seen), queue.person.id);
  expect(comparable(followed)).toEqual(comparable(fresh.state));
}

export function fold(state: State, events: readonly Event[], me: number): State {
  for (const event of events) FOLDS[event.type]?.(state, event, me);
  return state;
}

const FOLDS: Record<string, (state: State, event: Event, me: number) => void> = {
  message(state, event, me) {
    const message = event.message as Message;
    if ('max_message_id' in state) state.max_message_id = Math.max(state.max_message_id as number, message.id);
    for (const channel of channelsOf(state, message.stream_id)) channel.first_message_id ??= message.id;
    const flags = event.flags as string[];
    if (message.type === 'private') rememberConversation(state, message, me);
    if (!flags.includes('read')) {
      const others = message.type === 'private' ? participants(message).filter((id) => id !== me) : [];
      addUnread(
        state,
        message.id,
        { ...message, topic: message.subject, user_ids: others, mentioned: flags.some(isMention) },
        me,
      );
    }
    if (flags.includes('starred')) (state.starred_messages as number[]).push(message.id);
  },

  update_message_flags(state, event, me) {
    const ids = event.messages as number[];
    if (event.flag === 'starred') {
      const starred = new Set(state.starred_messages as number[]);
      for (const id of ids)
        if (event.op === 'add') starred.add(id);
        else starred.delete(id);
      state.starred_messages = [...starred];
    }
    if (event.flag !== 'read') return;
    const details = (event.message_details ?? {}) as Record<string, object>;
    for (const id of ids) {
      if (event.op === 'add') removeUnread(state, id);
      else addUnread(state, id, details[id] as never, me);
    }
  },

  stream(state, event) {
    if (event.op === 'create') {
      const made = event.streams as Channel[];
      if (state.streams) state.streams = [...(state.streams as Channel[]), ...made];
      const known = new Set(CHANNEL_LISTS.flatMap((list) => listOf(state, list)).map(({ stream_id }) => stream_id));
      const never = made
        .filter(({ stream_id }) => !known.has(stream_id))
        .map((channel) => ({ ...channel, subscribers: [] }));
      if (state.never_subscribed) state.never_subscribed = [...listOf(state, 'never_subscribed'), ...never];
    }
    if (event.op === 'delete') {
      const gone = new Set(event.stream_ids as number[]);
      for (const list of ['streams', ...CHANNEL_LISTS]) {
        if (state[list]) state[list] = (state[list] as Channel[]).filter(({ stream_id }) => !gone.has(stream_id));
      }
    }
    if (event.op === 'update') {
      for (const channel of channelsOf(state, event.stream_id as number))
        channel[event.property as string] = event.value;
    }
  },

  subscription(state, event, me) {
    if (event.op === 'add') {
      for (const added of event.subscriptions as Channel[]) {
        move(state, added.stream_id, null);
        state.subscriptions = [...listOf(state, 'subscriptions'), added];
        for (const channel of channelsOf(state, added.stream_id)) channel.subscriber_count = added.subscriber_count;
      }
    }
    if (event.op === 'remove') {
      for (const { stream_id } of event.subscriptions as Channel[]) {
        move(state, stream_id, 'unsubscribed');
        for (const channel of channelsOf(state, stream_id)) {
          channel.subscriber_count--;
          channel.subscribers = channel.subscribers?.filter((id) => id !== me);
        }
      }
    }
    if (event.op === 'update') {
      for (const channel of channelsOf(state, event.stream_id as number)) {
        if ((event.property as string) in channel) channel[event.property as string] = event.value;
      }
    }
    if (event.op === 'peer_add' || event.op === 'peer_remove') {
      const change = event.op === 'peer_add' ? 1 : -1;
      const ids = event.user_ids as number[];
      for (const channel of (event.stream_ids as number[]).flatMap((id) => channelsOf(state, id))) {
        channel.subscriber_count += change * ids.length;
        const others = channel.subscribers?.filter((id) => !ids.includes(id));
        if (others) channel.subscribers = change > 0 ? [...others, ...ids] : others;
      }
    }
  },

  user_group(state, event) {
    const groups = (state.realm_user_groups ?? []) as { id: number; members: number[] }[];
    const group = groups.find(({ id }) => id === event.group_id);
    if (!group) return;
    const ids = event.user_ids as number[];
    if (event.op === 'add_members') group.members = [...new Set([...group.members, ...ids])];
    if (event.op === 'remove_members') group.members = group.members.filter((id) => !ids.includes(id));
  },

  realm_user(state, event) {
    const person = event.person as { user_id: number };
    const people = state.realm_users as { user_id: number }[] | undefined;
    if (!people) return;
    if (event.op === 'add') state.realm_users = [...people, withoutActivity(person)];
    if (event.op === 'update')
      for (const one of people) if (one.user_id === person.user_id) Object.assign(one, roleFlags(person));
  },
};

/** The list of active users does not say of each that it is one. */
function withoutActivity(person: object): { user_id: number } {
  const { is_active: _, ...rest } = person as { user_id: number; is_active?: boolean };
  return rest;
}

/** A client derives these from the role. */
function roleFlags(person: { user_id: number; role?: number }): object {
  if (person.role === undefined) return person;
  return { ...person, is_owner: person.role === 100, is_admin: person.role <= 200, is_guest: person.role === 600 };
}

const isMention = (flag: string) => flag === 'mentioned' || flag.endsWith('wildcard_mentioned');
const participants = ({ display_recipient }: Message) => (display_recipient as { id: number }[]).map(({ id }) => id);
const listOf = (state: State, list: string): Channel[] => (state[list] ?? []) as Channel[];
const channelsOf = (state: State, id: number): Channel[] =>
  ['streams', ...CHANNEL_LISTS].flatMap((list) => listOf(state, list)).filter(({ stream_id }) => stream_id === id);

function move(state: State, id: number, to: string | null): void {
  const found = CHANNEL_LISTS.flatMap((list) => listOf(state, list)).find(({ stream_id }) => stream_id === id);
  for (const list of CHANNEL_LISTS)
    if (state[list]) state[list] = listOf(state, list).filter(({ stream_id }) => stream_id !== id);
  if (to && found) state[to] = [...listOf(state, to), found];
}

function rememberConversation(state: State, message: Message, me: number): void {
  const list = state.recent_private_conversations as { max_message_id: number; user_ids: number[] }[] | undefined;
  if (!list) return;
  const others = participants(message)
    .filter((id) => id !== me)
    .sort((a, b) => a - b);
  const rest = list.filter(({ user_ids }) => user_ids.join() !== others.join());
  state.recent_private_conversations = [{ max_message_id: message.id, user_ids: others }, ...rest];
}

interface UnreadDetails {
  type: 'stream' | 'private';
  stream_id: number;
  topic: string;
  user_ids: number[];
  mentioned?: boolean;
}

function addUnread(
  state: State,
  id: number,
  { type, stream_id, topic, user_ids, mentioned }: UnreadDetails,
  me: number,
): void {
  const unreads = state.unread_msgs as Unreads | undefined;
  if (!unreads) return;
  const put = <T extends { unread_message_ids: number[] }>(list: T[], isIt: (one: T) => boolean, make: () => T) => {
    const entry = list.find(isIt) ?? list[list.push(make()) - 1];
    entry.unread_message_ids = [...new Set([...entry.unread_message_ids, id])].sort((a, b) => a - b);
  };
  const unread_message_ids: number[] = [];
  const others = [...(user_ids ?? [])].sort((a, b) => a - b);
  if (type === 'stream') {
    const isIt = (one: { stream_id: number; topic: string }) =>
      one.stream_id === stream_id && one.topic.toLowerCase() === topic.toLowerCase();
    put(unreads.streams, isIt, () => ({ stream_id, topic, unread_message_ids }));
  } else if (others.length < 2) {
    const other = others[0] ?? me;
    put(
      unreads.pms,
      (one) => one.other_user_id === other,
      () => ({ other_user_id: other, sender_id: other, unread_message_ids }),
    );
  } else {
    const key = [...others, me].sort((a, b) => a - b).join();
    put(
      unreads.huddles,
      (one) => one.user_ids_string === key,
      () => ({ user_ids_string: key, unread_message_ids }),
    );
  }
  if (mentioned) unreads.mentions = [...new Set([...unreads.mentions, id])];
  recount(state, unreads);
}

function removeUnread(state: State, id: number): void {
  const unreads = state.unread_msgs as Unreads | undefined;
  if (!unreads) return;
  for (const list of ['pms', 'streams', 'huddles'] as const) {
    const entries = unreads[list] as { unread_message_ids: number[] }[];
    for (const entry of entries) entry.unread_message_ids = entry.unread_message_ids.filter((one) => one !== id);
    unreads[list] = entries.filter((entry) => entry.unread_message_ids.length > 0) as never;
  }
  unreads.mentions = unreads.mentions.filter((one) => one !== id);
  recount(state, unreads);
}

function recount(state: State, unreads: Unreads): void {
  const muted = new Set(
    listOf(state, 'subscriptions')
      .filter(({ is_muted }) => is_muted)
      .map(({ stream_id }) => stream_id),
  );
  const counted = [
    ...unreads.pms,
    ...unreads.huddles,
    ...unreads.streams.filter(({ stream_id }) => !muted.has(stream_id)),
  ];
  unreads.count = counted.reduce((sum, { unread_message_ids }) => sum + unread_message_ids.length, 0);
}

/** Lists that are sets, in one order; what names the queue or the moment left out. */
function comparable(state: State): State {
  const { queue_id, last_event_id, server_timestamp, presence_last_update_id, ...rest } = state;
  void [queue_id, last_event_id, server_timestamp, presence_last_update_id];
  return sorted(rest) as State;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

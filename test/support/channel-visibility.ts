import type { Event, EventQueue } from './event-queue';
import type { Person } from './person';

/** Whether an event contains a channel, by its id or by a word that occurs nowhere else. */
export function speaksOf(event: Event, channelId: number, word: string): boolean {
  const {
    stream_id,
    stream_ids = [],
    streams = [],
    subscriptions = [],
  } = event as unknown as {
    stream_id?: number;
    stream_ids?: number[];
    streams?: { stream_id: number }[];
    subscriptions?: { stream_id: number }[];
  };
  const ids = [stream_id, ...stream_ids, ...[...streams, ...subscriptions].map((one) => one.stream_id)];
  return ids.includes(channelId) || JSON.stringify(event).includes(word);
}

/** A client with all event types and all capabilities. */
export const followAll = (person: Person): Promise<EventQueue> =>
  person.register({
    include_subscribers: 'true',
    client_capabilities: {
      notification_settings_null: true,
      archived_channels: true,
      include_deactivated_groups: true,
      empty_topic_name: true,
    },
  });

/** The requests that show the user something of a channel. */
export async function visibleParts(person: Person, channelId: number, messageId: number): Promise<string[]> {
  const narrow = [{ operator: 'channel', operand: channelId }];
  const around = { anchor: 'newest', num_before: 10, num_after: 10 };
  const asked = {
    channel: await person.get(`streams/${channelId}`),
    subscribers: await person.get(`streams/${channelId}/members`),
    topics: await person.get(`users/me/${channelId}/topics`),
    narrow: await person.get('messages', { ...around, narrow }),
    message: await person.get(`messages/${messageId}`),
    muting: await person.post('user_topics', { stream_id: channelId, topic: 'plans', visibility_policy: 1 }),
    administering: await person.patch(`streams/${channelId}`, { description: 'mine' }),
  };
  const seen = Object.entries(asked)
    .filter(([, { status }]) => status === 200)
    .map(([what]) => what);
  const { streams } = await person.ok('GET', 'streams', { include_all: true, exclude_archived: false });
  const { state } = await followAll(person);
  const lists = {
    list: streams,
    snapshot: [state.streams, state.subscriptions, state.unsubscribed, state.never_subscribed].flat(),
  };
  for (const [what, list] of Object.entries(lists)) {
    if ((list as { stream_id: number }[]).some(({ stream_id }) => stream_id === channelId)) seen.push(what);
  }
  const { messages } = await person.ok('GET', 'messages', { ...around, narrow: [] });
  if ((messages as { id: number }[]).some(({ id }) => id === messageId)) seen.push('messages');
  return seen;
}

import { listOf, State } from './state';

export interface Unreads {
  count: number;
  pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[];
  streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
  huddles: { user_ids_string: string; unread_message_ids: number[] }[];
  mentions: number[];
}

export interface UnreadDetails {
  type: 'stream' | 'private';
  stream_id: number;
  topic: string;
  user_ids: number[];
  mentioned?: boolean;
}

export function addUnread(
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
      one.stream_id === stream_id && isSameTopic(one.topic, topic);
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
  recount(state);
}

export function removeUnread(state: State, id: number): void {
  const unreads = state.unread_msgs as Unreads | undefined;
  if (!unreads) return;
  for (const list of ['pms', 'streams', 'huddles'] as const) {
    const entries = unreads[list] as { unread_message_ids: number[] }[];
    for (const entry of entries) entry.unread_message_ids = entry.unread_message_ids.filter((one) => one !== id);
    unreads[list] = entries.filter((entry) => entry.unread_message_ids.length > 0) as never;
  }
  unreads.mentions = unreads.mentions.filter((one) => one !== id);
  recount(state);
}

export function removeAllUnread(state: State): void {
  const unreads = state.unread_msgs as Unreads | undefined;
  if (unreads) Object.assign(unreads, { count: 0, pms: [], streams: [], huddles: [], mentions: [] });
}

/** Muted topics and channels do not count, except for topics that are unmuted or followed in a muted channel. */
export function recount(state: State): void {
  const unreads = state.unread_msgs as Unreads | undefined;
  if (!unreads) return;
  const mutedChannels = new Set(
    listOf(state, 'subscriptions')
      .filter(({ is_muted }) => is_muted)
      .map(({ stream_id }) => stream_id),
  );
  const counted = [
    ...unreads.pms,
    ...unreads.huddles,
    ...unreads.streams.filter(({ stream_id, topic }) => {
      const policy = policyOf(state, stream_id, topic);
      return policy === INHERIT ? !mutedChannels.has(stream_id) : policy !== MUTED;
    }),
  ];
  unreads.count = counted.reduce((sum, { unread_message_ids }) => sum + unread_message_ids.length, 0);
}

const [INHERIT, MUTED] = [0, 1];

export interface TopicPolicy {
  stream_id: number;
  topic_name: string;
  visibility_policy: number;
}

export const isSameTopic = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function policyOf(state: State, channelId: number, topic: string): number {
  const known = state.user_topics as TopicPolicy[] | undefined;
  if (known) {
    const own = known.find(({ stream_id, topic_name }) => stream_id === channelId && isSameTopic(topic_name, topic));
    return own?.visibility_policy ?? INHERIT;
  }
  const names = new Map(listOf(state, 'subscriptions').map(({ stream_id, name }) => [name, stream_id]));
  const muted = (state.muted_topics ?? []) as [string, string, number][];
  return muted.some(([name, one]) => names.get(name) === channelId && isSameTopic(one, topic)) ? MUTED : INHERIT;
}

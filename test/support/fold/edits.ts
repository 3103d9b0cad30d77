import type { Fold } from './state';
import { isSameTopic, recount, removeUnread, addUnread, Unreads } from './unreads';

interface Update {
  message_id: number;
  message_ids: number[];
  flags: string[];
  rendering_only: boolean;
  stream_id?: number;
  new_stream_id?: number;
  orig_subject?: string;
  subject?: string;
  content?: string;
}

/** A client knows the places of its unread messages, and which of them mention the user. */
export const update_message: Fold = (state, event, { me }) => {
  const unreads = state.unread_msgs as Unreads | undefined;
  if (!unreads) return;
  const update = event as unknown as Update;
  if (update.orig_subject !== undefined) move(state as never, unreads, update, me);
  if (update.rendering_only || update.content === undefined) return;
  const isUnread = idsIn(unreads).has(update.message_id);
  const mentions = unreads.mentions.filter((id) => id !== update.message_id);
  const isMentioned = update.flags.some((flag) => flag === 'mentioned' || flag.endsWith('wildcard_mentioned'));
  unreads.mentions = isUnread && isMentioned ? [...mentions, update.message_id] : mentions;
  recount(state);
};

function move(state: never, unreads: Unreads, update: Update, me: number): void {
  const { stream_id, new_stream_id, orig_subject, subject, message_ids } = update;
  const topic = subject ?? orig_subject!;
  for (const id of message_ids) {
    const entry = unreads.streams.find((one) => one.unread_message_ids.includes(id));
    if (!entry || (entry.stream_id === (new_stream_id ?? stream_id) && isSameTopic(entry.topic, topic))) continue;
    const mentioned = unreads.mentions.includes(id);
    removeUnread(state, id);
    addUnread(
      state,
      id,
      { type: 'stream', stream_id: new_stream_id ?? stream_id!, topic, user_ids: [], mentioned },
      me,
    );
  }
}

const idsIn = ({ streams, pms, huddles }: Unreads): Set<number> =>
  new Set([...streams, ...pms, ...huddles].flatMap(({ unread_message_ids }) => unread_message_ids));

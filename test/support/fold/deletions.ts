import type { Fold, State } from './state';
import { removeUnread } from './unreads';

/** Some values of a snapshot about the newest messages are unknown after the deletion of one of them. */
const UNKNOWN_AFTERWARDS = ['max_message_id', 'recent_private_conversations'];

export const delete_message: Fold = (state, event) => {
  const ids = (event.message_ids ?? [event.message_id]) as number[];
  for (const id of ids) removeUnread(state, id);
  if (state.starred_messages) {
    state.starred_messages = (state.starred_messages as number[]).filter((id) => !ids.includes(id));
  }
};

/** Left out of a comparison when messages were deleted. */
export const withoutNewest = (state: State): State => without(state, UNKNOWN_AFTERWARDS);

/** Left out of a comparison when older messages became readable, or the newest one was deleted without an event. */
export const withoutNewestId = (state: State): State => without(state, ['max_message_id']);

const without = (state: State, names: readonly string[]): State =>
  Object.fromEntries(Object.entries(state).filter(([name]) => !names.includes(name)));

import type { Fold, State } from './state';
import { removeUnread } from './unreads';

/** Some of what a snapshot says of the newest messages is not known any more once one of them is gone. */
const UNKNOWN_AFTERWARDS = ['max_message_id', 'recent_private_conversations'];

export const delete_message: Fold = (state, event) => {
  const ids = (event.message_ids ?? [event.message_id]) as number[];
  for (const id of ids) removeUnread(state, id);
  if (state.starred_messages) {
    state.starred_messages = (state.starred_messages as number[]).filter((id) => !ids.includes(id));
  }
};

/** To be left out of a comparison when messages were deleted. */
export function withoutNewest(state: State): State {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !UNKNOWN_AFTERWARDS.includes(name)));
}

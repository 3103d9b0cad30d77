import type { Fold } from './state';

type Listed = Record<string, unknown>;

/** A list whose items are added, changed and removed by their id. */
const listed =
  (list: string, idName: string, itemName: string): Fold =>
  (state, event) => {
    if (!state[list]) return;
    const known = state[list] as Listed[];
    const without = (id: unknown) => known.filter((item) => item[idName] !== id);
    if (event.op === 'add') state[list] = [...known, ...(event[list] as Listed[])];
    else if (event.op === 'remove') state[list] = without(event[idName]);
    else {
      const item = event[itemName] as Listed;
      state[list] = [...without(item[idName]), item];
    }
  };

export const scheduled_messages: Fold = listed('scheduled_messages', 'scheduled_message_id', 'scheduled_message');
export const reminders: Fold = listed('reminders', 'reminder_id', 'reminder');

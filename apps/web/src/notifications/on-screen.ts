import { Conversation, conversationOf, Narrow } from '../links/narrow';
import { conversationKey } from '../store/conversations';
import { remember, remembered } from '../ui/remembered';

/** What the tab in front shows, for the tab that notifies: the tab, a blank and the conversation. Without a storage it notifies of everything. */
const NAME = 'parley viewing';
const TAB = `${Math.random().toString(36).slice(2)} `;
const EVERYTHING = '*';

/** The tab shows this now; `null`: a view without messages. */
export function noteView(narrow: Narrow | null): void {
  const conversation = narrow && conversationOf(narrow);
  const viewed =
    narrow === null ? '' : conversation ? conversationKey(conversation) : narrow.length === 0 ? EVERYTHING : '';
  write(document.hidden || !document.hasFocus() ? '' : viewed);
}

export function isOnScreen(conversation: Conversation): boolean {
  const kept = remembered(NAME);
  const viewed = kept?.slice(kept.indexOf(' ') + 1);
  return viewed === EVERYTHING || viewed === conversationKey(conversation);
}

function write(value: string): void {
  if (value !== '') remember(NAME, TAB + value);
  // A tab that goes to the back later than another one came to the front leaves what that one wrote.
  else if (remembered(NAME)?.startsWith(TAB)) remember(NAME, null);
}

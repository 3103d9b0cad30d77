import { Conversation, conversationOf, Narrow } from '../links/narrow';
import { conversationKey } from '../store/conversations';

/** What the tab in front shows, for the tab that notifies: the tab, a blank and the conversation. */
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
  const kept = read();
  const viewed = kept?.slice(kept.indexOf(' ') + 1);
  return viewed === EVERYTHING || viewed === conversationKey(conversation);
}

function write(value: string): void {
  try {
    if (value !== '') localStorage.setItem(NAME, TAB + value);
    // A tab that goes to the back later than another one came to the front leaves what that one wrote.
    else if (read()?.startsWith(TAB)) localStorage.removeItem(NAME);
  } catch {
    // A browser that refuses storage notifies of everything.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

import { Conversation, conversationOf, Narrow } from '../links/narrow';
import { conversationKey } from '../store/conversations';

/** What the tab in front shows, for the tab that notifies. */
const NAME = 'parley viewing';
const EVERYTHING = '*';

/** The tab shows this now; `null`: a view without messages. */
export function noteView(narrow: Narrow | null): void {
  const conversation = narrow && conversationOf(narrow);
  const viewed =
    narrow === null ? '' : conversation ? conversationKey(conversation) : narrow.length === 0 ? EVERYTHING : '';
  write(document.hidden || !document.hasFocus() ? '' : viewed);
}

export function isOnScreen(conversation: Conversation): boolean {
  const viewed = read();
  return viewed === EVERYTHING || viewed === conversationKey(conversation);
}

function write(value: string): void {
  try {
    if (value === '') localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, value);
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

import { Connection, patiently } from '@parley/client';
import { conversationOf, Narrow } from '../links/narrow';
import { conversationKey, conversationOfMessage } from '../store/conversations';
import type { Store } from '../store/store';
import { isUnread, OwnFlag, showFlag } from './flags';

/** Messages that were seen are told together, so often. */
const TOGETHER_MS = 1_000;
/** A page that is closed can send so many bytes along. */
const MAX_AT_ONCE = 1_000;

/** The terms as requests have them. */
const termsOf = (narrow: Narrow) =>
  narrow.map(({ operator, operand }) => ({ operator, operand: typeof operand === 'object' ? [...operand] : operand }));

/** The messages of a conversation that are known, from one on. */
function knownFrom(store: Store, narrow: Narrow, messageId: number): number[] {
  const conversation = conversationOf(narrow);
  if (!conversation) return [];
  const key = conversationKey(conversation);
  return store.messages.all
    .peekAll()
    .filter((one) => one.id >= messageId && conversationKey(conversationOfMessage(one, store.me)) === key)
    .map(({ id }) => id);
}

/** Tells the server what was read, starred and so on. */
export class Reading {
  private readonly seen = new Set<number>();
  private isHeld = false;
  private holdsNext = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly connection: Connection) {
    addEventListener('pagehide', () => void this.flush(true));
  }

  /** The message was on the screen: it counts as read at once, and the server is told soon. */
  see(store: Store, ids: readonly number[]): void {
    if (this.isHeld) return;
    const fresh = ids.filter((id) => isUnread(store, id) && !this.seen.has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) this.seen.add(id);
    store.apply([
      { id: 0, type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages: fresh, all: false },
    ]);
    this.timer ??= setTimeout(() => void this.flush(), TOGETHER_MS);
  }

  /** Marks a message and all that follow in its conversation as unread; they stay so until another view is shown. */
  async unreadFrom(store: Store, narrow: Narrow, messageId: number): Promise<void> {
    this.isHeld = true;
    const known = knownFrom(store, narrow, messageId);
    const takeBack = showFlag(store, known, 'read', false);
    for (const id of known) this.seen.delete(id); // the server has it as unread still
    try {
      await this.flush();
      await this.tellUnreadFrom(narrow, messageId);
    } catch (error) {
      takeBack();
      throw error;
    }
  }

  /** Marks messages that the user need not have seen. */
  async markRead(store: Store, ids: readonly number[]): Promise<void> {
    await this.flag(store, ids, 'read', true);
  }

  /** Takes that back; they stay unread until another view is shown. */
  async markUnread(store: Store, ids: readonly number[]): Promise<void> {
    this.isHeld = true;
    await this.flush();
    await this.flag(store, ids, 'read', false);
  }

  /** Another view is shown: what is seen counts as read again. */
  resume(): void {
    this.isHeld = this.holdsNext;
    this.holdsNext = false;
  }

  /** The view that is shown next marks nothing as read. */
  holdNext(): void {
    this.holdsNext = true;
  }

  /** Sets or takes back a flag of the user's own. It is shown at once, and taken back where the server refuses. */
  async flag(store: Store, ids: readonly number[], flag: OwnFlag, isSet: boolean): Promise<void> {
    const op = isSet ? 'add' : 'remove';
    const parts = Array.from({ length: Math.ceil(ids.length / MAX_AT_ONCE) }, (_, at) =>
      ids.slice(at * MAX_AT_ONCE, (at + 1) * MAX_AT_ONCE),
    );
    const takeBacks = parts.map((part) => showFlag(store, part, flag, isSet));
    for (const [at, part] of parts.entries())
      await patiently(() => this.connection.request('POST messages/flags', { messages: part, op, flag })).catch(
        (error: unknown) => {
          for (const takeBack of takeBacks.slice(at)) takeBack();
          throw error;
        },
      );
  }

  private async tellUnreadFrom(narrow: Narrow, messageId: number): Promise<void> {
    let anchor = messageId;
    for (;;) {
      const range = {
        anchor: String(anchor),
        include_anchor: anchor === messageId,
        num_before: 0,
        num_after: MAX_AT_ONCE,
      };
      const answer = await patiently(() =>
        this.connection.request('POST messages/flags/narrow', {
          narrow: termsOf(narrow),
          op: 'remove',
          flag: 'read',
          ...range,
        }),
      );
      if (answer.found_newest || answer.last_processed_id === null) return;
      anchor = answer.last_processed_id;
    }
  }

  private async flush(keepalive = false): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const messages = [...this.seen].slice(0, MAX_AT_ONCE);
    if (messages.length === 0) return;
    for (const id of messages) this.seen.delete(id);
    const tell = () =>
      this.connection.request('POST messages/flags', { messages, op: 'add', flag: 'read' }, { keepalive });
    await (keepalive ? tell() : patiently(tell)).catch(() => undefined); // the next snapshot has them as unread
    if (this.seen.size > 0) await this.flush(keepalive);
  }
}

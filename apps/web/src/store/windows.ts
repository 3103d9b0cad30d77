import { batch, signal } from '@preact/signals-core';
import { narrowKey, Narrow, operandOf, Term } from '../links/narrow';
import { conversationKey, conversationOfMessage, directWith } from './conversations';
import type { KnownMessage, Messages } from './messages';

/** Windows that are kept beside the one that is shown, and messages in all of them. */
const MAX_WINDOWS = 60;
const MAX_MESSAGES = 10_000;

/** A run of messages of a narrow without gaps, as far as the client has it. */
export class MessageWindow {
  /** Ascending. */
  readonly ids = signal<readonly number[]>([]);
  /** The narrow has nothing before, or behind, what is here. */
  readonly hasOldest = signal(false);
  readonly hasNewest = signal(false);
  /** False until the first page came. */
  readonly isLoaded = signal(false);
  /** What this browser has kept of an earlier time, while the server is away. */
  readonly isStale = signal(false);

  constructor(readonly narrow: Narrow) {}

  forget(): void {
    this.hasNewest.value = false;
    this.hasOldest.value = false;
    this.isLoaded.value = false;
    this.ids.value = [];
  }

  insert(ids: readonly number[]): void {
    const known = new Set(this.ids.peek());
    const fresh = ids.filter((id) => !known.has(id));
    if (fresh.length > 0) this.ids.value = [...known, ...fresh].sort((a, b) => a - b);
  }

  /** Shows what was kept, until it is loaded. */
  restore(ids: readonly number[], edges: { readonly hasOldest: boolean; readonly hasNewest: boolean }): void {
    batch(() => {
      this.ids.value = ids;
      this.hasOldest.value = edges.hasOldest;
      this.hasNewest.value = edges.hasNewest;
      this.isStale.value = true;
      this.isLoaded.value = true;
    });
  }

  remove(ids: ReadonlySet<number>): void {
    const rest = this.ids.peek().filter((id) => !ids.has(id));
    if (rest.length < this.ids.peek().length) this.ids.value = rest;
  }

  /** What comes belongs here, unless there is a gap before it. */
  takes(id: number): boolean {
    const ids = this.ids.peek();
    if (!this.isLoaded.peek() || this.isStale.peek()) return false;
    if (this.hasNewest.peek() && (ids.length === 0 || id > ids[0]!)) return true;
    if (this.hasOldest.peek() && ids.length > 0 && id < ids.at(-1)!) return true;
    return ids.length > 0 && id > ids[0]! && id < ids.at(-1)!;
  }
}

/** What a narrow needs to know to tell whether a message belongs to it. */
export interface Matching {
  readonly me: number;
  /** Topics and channels that the user has muted are not in the combined feed. */
  isMuted(message: KnownMessage): boolean;
}

/** The windows of the narrows that were shown last. Those that were not shown for longest are let go. */
export class Windows {
  private readonly windows = new Map<string, MessageWindow>();

  constructor(
    private readonly messages: Messages,
    private readonly matching: Matching,
  ) {}

  /** The window of a narrow, made where there is none; it becomes the one that was used last. */
  of(narrow: Narrow): MessageWindow {
    const key = narrowKey(narrow);
    const window = this.windows.get(key) ?? new MessageWindow(narrow);
    this.windows.delete(key);
    this.windows.set(key, window);
    this.letGo();
    return window;
  }

  /** The window of a narrow, where there is one. */
  known(narrow: Narrow): MessageWindow | undefined {
    return this.windows.get(narrowKey(narrow));
  }

  /** The messages came, or went to another place, or have other flags: windows that can tell take them in or out. */
  place(ids: readonly number[]): void {
    for (const window of this.windows.values()) this.placeIn(window, ids);
  }

  remove(ids: readonly number[]): void {
    const gone = new Set(ids);
    for (const window of this.windows.values()) window.remove(gone);
  }

  /** What they hold may miss something: all but the messages is forgotten. */
  forgetAll(): void {
    for (const window of this.windows.values()) window.forget();
  }

  /** What comes there is not told any more, and what is known of it may not be read any more. */
  forgetChannels(ids: readonly number[]): void {
    for (const window of this.windows.values())
      if (ids.some((id) => operandOf(window.narrow, 'channel') === id)) window.forget();
    const known = this.messages.all.peekAll();
    this.remove(known.flatMap((one) => (one.type === 'stream' && ids.includes(one.stream_id) ? one.id : [])));
  }

  private placeIn(window: MessageWindow, ids: readonly number[]): void {
    const [fitting, others]: [number[], number[]] = [[], []];
    for (const id of ids) {
      const message = this.messages.all.peek(id);
      const fits = message === undefined ? null : matches(message, window.narrow, this.matching);
      if (fits === null) continue; // only the server can tell
      if (!fits) others.push(id);
      else if (window.takes(id)) fitting.push(id);
    }
    window.remove(new Set(others));
    window.insert(fitting);
  }

  private letGo(): void {
    let count = [...this.windows.values()].reduce((sum, { ids }) => sum + ids.peek().length, 0);
    for (const [key, window] of this.windows) {
      if (this.windows.size <= MAX_WINDOWS && count <= MAX_MESSAGES) break;
      if (this.windows.size === 1) break;
      this.windows.delete(key);
      count -= window.ids.peek().length;
    }
    const kept = new Set([...this.windows.values()].flatMap(({ ids }) => ids.peek()));
    const unused = this.messages.all.peekAll().filter(({ id }) => !kept.has(id));
    if (unused.length > MAX_MESSAGES / 10) this.messages.remove(unused.map(({ id }) => id));
  }
}

/** Whether a message belongs to a narrow; null: only the server can tell. */
export function matches(message: KnownMessage, narrow: Narrow, matching: Matching): boolean | null {
  if (narrow.length === 0) return !matching.isMuted(message);
  let isKnown = true;
  for (const term of narrow) {
    const fits = fitsTerm(message, term, matching.me);
    if (fits === null) isKnown = false;
    else if (fits === Boolean(term.negated)) return false;
  }
  return isKnown ? true : null;
}

function fitsTerm(message: KnownMessage, { operator, operand }: Term, me: number): boolean | null {
  const isTopic = message.type === 'stream';
  switch (operator) {
    case 'near':
    case 'with':
      return true;
    case 'id':
      return message.id === operand;
    case 'channel':
      return typeof operand === 'number' ? isTopic && message.stream_id === operand : null;
    case 'topic':
      return isTopic && message.subject.toLowerCase() === String(operand).toLowerCase();
    case 'dm':
      return !isTopic && Array.isArray(operand) && isBetween(message, operand as readonly number[], me);
    case 'sender':
      return Array.isArray(operand) ? message.sender_id === operand[0] : null;
    case 'is':
      return fitsWord(message, operand);
    default:
      return null;
  }
}

function fitsWord(message: KnownMessage, word: Term['operand']): boolean | null {
  if (word === 'dm' || word === 'private') return message.type === 'private';
  if (word === 'starred') return message.flags.includes('starred');
  if (word === 'mentioned') return message.flags.some((flag) => flag.endsWith('mentioned'));
  if (word === 'alerted') return message.flags.includes('has_alert_word');
  return null;
}

function isBetween(message: KnownMessage, userIds: readonly number[], me: number): boolean {
  return conversationKey(conversationOfMessage(message, me)) === conversationKey(directWith(userIds, me));
}

import { computed, signal } from '@preact/signals-core';
import { Connection, isPassing, RequestRefused, sendOnce } from '@parley/client';
import type { Conversation } from '../links/narrow';
import { nowSeconds } from '../store/clock';
import { conversationKey } from '../store/conversations';
import { Claims } from './offline/claims';
import type { OfflineStorage } from './offline/offline-storage';
import { saidBy } from './refusal';

/** A message on its way: shown at once, and until the server's own message has come. */
export interface Pending {
  /** The client's own name for it: repetitions of the request carry the same one. */
  readonly localId: string;
  readonly conversation: Conversation;
  /** Source text. */
  readonly content: string;
  /** UNIX seconds. */
  readonly timestamp: number;
  /** What the server said, empty where it was not reached; `null`: on its way. */
  readonly failure: string | null;
  /** The server was not reached: it is tried again by itself. */
  readonly isWaiting: boolean;
  /** Its id, once the server has answered. */
  readonly id: number | null;
  /** It is not sent before, so that it can be taken back. UNIX milliseconds; absent: it is not held. */
  readonly heldUntil?: number | undefined;
}
type Held = Pending & { readonly heldUntil: number };
/** What tabs tell each other of a message: it was given up, or the one that tells sends it. */
interface Told {
  readonly kind: 'taken' | 'claimed';
  readonly localId: string;
}
const isHeld = (message: Pending): message is Held => message.heldUntil !== undefined;
const isBeside = (one: Pending, { conversation }: Pick<Pending, 'conversation'>): boolean =>
  conversationKey(one.conversation) === conversationKey(conversation);

/** The server keeps the local names of messages for a day. What is older, only the user sends again. */
const KNOWN_SECONDS = 20 * 3_600;
/** Attempts in a row, before the message is shown as not sent. */
const ATTEMPTS = 3;
const FIRST_WAIT_MS = 500;
/** A server that is too busy may ask for more: the user is told. */
const LONGEST_WAIT_MS = 3_000;
const NEXT_ROUND_MS = 20_000;
const TOO_MANY = 429;
/** The server's own message follows its answer within this time. */
const ECHO_MS = 10_000;
/** A logout does not wait longer for what was held. */
const LAST_WAIT_MS = 3_000;

/** Sends messages, each once however often the request has to be repeated. What is not sent survives a reload. */
export class Outbox {
  readonly pending = signal<readonly Pending[]>([]);
  /** The message that was sent last, which the user may want back. `null` also where it is held. */
  readonly last = signal<Pending | null>(null);
  /** What is not tried again by itself. */
  readonly refused = computed(() => this.pending.value.filter((one) => one.failure !== null && !one.isWaiting));
  /** The newest message that is held. */
  readonly held = computed(() => this.pending.value.filter(isHeld).at(-1) ?? null);
  private underWay = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Until the first message that is held is due. */
  private holding: ReturnType<typeof setTimeout> | undefined;
  /** Deliveries by conversation: one after the other. */
  private readonly lines = new Map<string, Promise<void>>();
  /** The local ids of what the server may have. */
  private readonly requested = new Set<string>();
  /** UNIX milliseconds: the server does not want to be asked before. */
  private wantedFrom = 0;
  private readonly claims = new Claims();
  /** This tab goes on with what others leave behind. */
  private isLeading = false;
  /** Tells other tabs what was given up: the one that leads may hold it, too. */
  private readonly tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('parley outbox');

  constructor(
    private readonly connection: Connection,
    private readonly storage: OfflineStorage,
    private readonly queueId: () => string,
    /** How long messages are held. */
    private readonly holdSeconds: () => number,
  ) {
    addEventListener('online', () => this.retryWaiting());
    if (this.tabs) this.tabs.onmessage = ({ data }: MessageEvent<Told>) => this.hear(data);
  }

  send(conversation: Conversation, content: string): void {
    const localId = `${Date.now()}.${Math.random().toString(36).slice(2, 10)}`;
    const timestamp = nowSeconds();
    const heldUntil = this.dueIn(conversation);
    const message = { localId, conversation, content, timestamp, failure: null, isWaiting: false, id: null, heldUntil };
    this.pending.value = [...this.pending.peek(), message];
    this.last.value = isHeld(message) ? null : message;
    this.claims.claim(localId, () => this.tabs?.postMessage({ kind: 'claimed', localId }));
    if (isHeld(message)) return this.hold(message);
    if (this.pending.peek().some((one) => one.isWaiting && isBeside(one, message)) && Date.now() >= this.wantedFrom)
      this.retryWaiting();
    this.underWay = this.deliverInLine(message);
  }

  /** Tries a message again, behind those before it that wait. */
  retry(message: Pending): void {
    for (const one of this.waitingBefore(message)) this.tryAgain(one);
    this.tryAgain(message);
  }

  private tryAgain(message: Pending): void {
    const again = { ...message, failure: null, isWaiting: false, heldUntil: undefined };
    this.replace(again);
    const delivery = this.deliverInLine(again);
    if (this.last.peek()?.localId === message.localId) this.underWay = delivery;
  }

  private waitingBefore(message: Pending): Pending[] {
    const all = this.pending.peek();
    const end = all.findIndex(({ localId }) => localId === message.localId);
    return all.slice(0, end).filter((one) => one.isWaiting && isBeside(one, message));
  }

  /** The server is there again. */
  retryWaiting(): void {
    for (const message of this.pending.peek()) if (message.isWaiting) this.tryAgain(message);
  }

  /** Goes on with what this browser had not sent; to be called by one tab. */
  async resume(): Promise<void> {
    this.isLeading = true;
    await this.goOn(() => true);
  }

  private hear({ kind, localId }: Told): void {
    if (kind === 'taken') this.drop(localId);
    // The tab is closed, or has sent it, and then it is not kept any more.
    else if (this.isLeading) this.claims.whenFree(localId, () => this.goOn((one) => one.localId === localId));
  }

  private async goOn(isMeant: (message: Pending) => boolean): Promise<void> {
    const all = await this.storage.items<Pending>('outbox');
    const known = new Set(this.pending.peek().map(({ localId }) => localId));
    const kept = all.filter((one) => isMeant(one) && !known.has(one.localId));
    if (kept.length === 0) return;
    const now = nowSeconds();
    const isOld = ({ timestamp }: Pending): boolean => now - timestamp > KNOWN_SECONDS;
    const unsent = { isWaiting: false, heldUntil: undefined };
    const messages = kept.map((one) => (isOld(one) ? { ...one, ...unsent, failure: one.failure ?? '' } : one));
    this.pending.value = [...this.pending.peek(), ...messages].sort((one, other) => one.timestamp - other.timestamp);
    for (const message of messages)
      if (!isHeld(message) && (message.failure === null || message.isWaiting)) this.tryAgain(message);
    this.sendDue();
  }

  /** Takes back the newest message that is held. The server has not heard of it. */
  takeHeld(): Pending | null {
    const message = this.held.peek();
    if (message) this.giveUp(message.localId);
    return message;
  }

  /** The user gives it up, in all tabs: another one may go on with it, too. */
  giveUp(localId: string): void {
    this.drop(localId);
    this.tabs?.postMessage({ kind: 'taken', localId });
  }

  /** Sends what any tab holds, before the user leaves. A server that is away or slow is not waited for. */
  async sendHeld(): Promise<void> {
    const patience = new Promise((resolve) => setTimeout(resolve, LAST_WAIT_MS));
    await Promise.race([this.sendHeldOfTabs(), patience]);
  }

  private async sendHeldOfTabs(): Promise<void> {
    const known = new Set(this.pending.peek().map(({ localId }) => localId));
    const others = (await this.storage.items<Pending>('outbox')).filter(({ localId }) => !known.has(localId));
    this.pending.value = [...this.pending.peek(), ...others.filter(isHeld)];
    const held = this.pending.peek().filter(isHeld);
    held.sort((one, other) => one.heldUntil - other.heldUntil);
    this.retryWaiting();
    for (const message of held) this.release(message);
    await Promise.all(this.lines.values());
  }

  /** The topic goes on elsewhere, and so does what is not sent yet. */
  follow(from: Conversation, to: Conversation): void {
    const left = this.lines.get(conversationKey(from));
    const joined = this.lines.get(conversationKey(to)) ?? Promise.resolve();
    if (left) this.lines.set(conversationKey(to), Promise.all([left, joined]).then());
    for (const message of this.pending.peek()) {
      if (this.requested.has(message.localId) || !isBeside(message, { conversation: from })) continue;
      const moved = { ...message, conversation: to };
      this.replace(moved);
      void this.storage.put('outbox', message.localId, moved);
    }
  }

  /** Undoes the last send: what has arrived is deleted. @throws RequestRefused where the user may not delete it */
  async undoSend(): Promise<Pending | null> {
    await this.underWay;
    const message = this.last.peek();
    if (!message) return null;
    if (message.id !== null) await this.connection.request('DELETE messages/{id}', { id: message.id });
    this.last.value = null;
    this.giveUp(message.localId);
    return message;
  }

  /** It was given up, or its event came. */
  drop(localId: string): void {
    const rest = this.pending.peek().filter((one) => one.localId !== localId);
    if (rest.length === this.pending.peek().length) return;
    this.pending.value = rest;
    this.requested.delete(localId);
    void this.storage.delete('outbox', localId).then(() => this.claims.end(localId));
  }

  /** When a message that is sent now is due. It does not overtake what is held in its conversation. `undefined`: at once */
  private dueIn(conversation: Conversation): number | undefined {
    const held = this.pending.peek().filter(isHeld);
    const before = held.filter((one) => isBeside(one, { conversation }));
    const seconds = this.holdSeconds();
    const own = seconds === 0 ? [] : [Date.now() + seconds * 1_000];
    const times = [...own, ...before.map(({ heldUntil }) => heldUntil)];
    return times.length === 0 ? undefined : Math.max(...times);
  }

  private hold(message: Held): void {
    void this.storage.put('outbox', message.localId, message);
    this.sendDue();
  }

  /** Sends what was held long enough, and waits for what is due next. */
  private sendDue(): void {
    clearTimeout(this.holding);
    const now = Date.now();
    const held = this.pending.peek().filter(isHeld);
    for (const message of held) if (message.heldUntil <= now) this.release(message);
    const later = held.map(({ heldUntil }) => heldUntil).filter((time) => time > now);
    if (later.length > 0) this.holding = setTimeout(() => this.sendDue(), Math.min(...later) - now);
  }

  private release(message: Held): void {
    const free = { ...message, heldUntil: undefined };
    this.replace(free);
    void this.deliverInLine(free);
  }

  /** After what was sent before it into its conversation. */
  private deliverInLine(message: Pending): Promise<void> {
    const key = conversationKey(message.conversation);
    const line = (this.lines.get(key) ?? Promise.resolve())
      .then(() => this.deliver(message.localId))
      .then(() => {
        if (this.lines.get(key) === line) this.lines.delete(key);
      });
    this.lines.set(key, line);
    return line;
  }

  private async deliver(localId: string): Promise<void> {
    const message = this.pending.peek().find((one) => one.localId === localId);
    if (!message) return; // the user has taken it back
    const [before] = this.waitingBefore(message);
    if (before) return void this.keepFailed({ ...message, failure: before.failure, isWaiting: true });
    this.requested.add(localId);
    await this.request(message);
  }

  private async request(message: Pending): Promise<void> {
    const { conversation, content, localId } = message;
    await this.storage.put('outbox', localId, message);
    const to =
      conversation.kind === 'topic'
        ? { type: 'stream' as const, to: String(conversation.channelId), topic: conversation.topic }
        : { type: 'direct' as const, to: JSON.stringify(conversation.userIds) };
    const echo = { queue_id: this.queueId(), local_id: localId };
    try {
      const { id } = await sendOnce(this.connection, { ...to, content, ...echo, read_by_sender: true }, localId, {
        attempts: ATTEMPTS,
        firstMs: FIRST_WAIT_MS,
        longestMs: LONGEST_WAIT_MS,
      });
      this.replace({ ...message, id });
      if (this.last.peek()?.localId === localId) this.last.value = { ...message, id };
      await this.storage.delete('outbox', localId);
      setTimeout(() => this.drop(localId), ECHO_MS);
      this.wantedFrom = 0;
      this.retryWaiting();
    } catch (error) {
      await this.fail(message, error);
    }
  }

  private async fail(message: Pending, error: unknown): Promise<void> {
    const isRefused = error instanceof RequestRefused;
    const isWaiting = isPassing(error) || (isRefused && error.isLoggedOut);
    const isSaid = isRefused && (!isWaiting || error.status === TOO_MANY);
    const failed = { ...message, failure: isSaid ? await saidBy(error) : '', isWaiting };
    this.requested.delete(message.localId);
    if (!this.keepFailed(failed) || !isWaiting) return;
    clearTimeout(this.timer);
    const retryAfterMs = (isRefused ? error.retryAfterMs : null) ?? 0;
    this.wantedFrom = Date.now() + retryAfterMs;
    this.timer = setTimeout(() => this.retryWaiting(), Math.max(retryAfterMs, NEXT_ROUND_MS));
  }

  /** False: the user has taken it back. */
  private keepFailed(failed: Pending): boolean {
    if (!this.replace(failed)) return false;
    void this.storage.put('outbox', failed.localId, failed);
    return true;
  }

  /** False: it is not there any more. */
  private replace(message: Pending): boolean {
    const before = this.pending.peek();
    this.pending.value = before.map((one) => (one.localId === message.localId ? message : one));
    return before.some(({ localId }) => localId === message.localId);
  }
}

import { batch } from '@preact/signals-core';
import { Connection, isPassing, ParametersOf, patiently } from '@parley/client';
import { conversationOf, Narrow, narrowKey, operandOf, Operator } from '../links/narrow';
import type { KnownMessage } from '../store/messages';
import type { Store } from '../store/store';
import { matches, MessageWindow } from '../store/windows';
import { whenIdle } from './idle';
import type { CachedViews } from './offline/cached-views';

const PAGE = 80;
/** After the first one, when the server was busy or away. */
const ATTEMPTS = 3;
const AROUND = { num_before: PAGE, num_after: PAGE };

export type Anchor = number | 'newest' | 'oldest' | 'first_unread';

/** Operators of what is read from one end to the other; all others look messages up. */
const READ_THROUGH: readonly Operator[] = ['channel', 'channels', 'topic', 'dm', 'in', 'with', 'near'];
const READ_THROUGH_IS: readonly unknown[] = ['dm', 'mentioned', 'followed', 'resolved', 'unread'];

/** Where a narrow is read first: at the first unread message, or at the newest of those that are looked up. */
export function anchorOf(narrow: Narrow): Anchor {
  const near = operandOf(narrow, 'near');
  if (typeof near === 'number') return near;
  const isReadThrough = ({ operator, operand }: Narrow[number]) =>
    operator === 'is' ? READ_THROUGH_IS.includes(operand) : READ_THROUGH.includes(operator);
  return narrow.every(isReadThrough) ? 'first_unread' : 'newest';
}

type Page = Awaited<ReturnType<Pages['fetch']>>;

interface Begun {
  readonly key: string;
  readonly anchor: Anchor;
  readonly page: Promise<Page>;
  arrived: Page | null;
}

/** Fetches messages into windows. */
export class Pages {
  private readonly underWay = new Map<MessageWindow, Promise<void>>();
  /** What each window was opened with last. */
  private readonly opened = new WeakMap<MessageWindow, Page>();
  private begun: Begun | null = null;
  /** What events say from the state on, for the page of `begin`. `null`: they may lack what happened since that. */
  private since: { readonly store: Store; replay(): void } | null = null;
  /** What was taken before anything was drawn, and where it is read first. */
  private first: { readonly window: MessageWindow; readonly anchor: Anchor } | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly views: CachedViews,
  ) {}

  /** Asks for what the address shows while the state is on its way, too. */
  begin(narrow: Narrow, anchor: Anchor): void {
    const page = this.fetch(null, narrow, { anchor: String(anchor), ...AROUND });
    const begun: Begun = { key: narrowKey(narrow), anchor, page, arrived: null };
    // When it is refused, the view requests the page again.
    void page.then((arrived) => (begun.arrived = arrived)).catch(() => undefined);
    this.begun = begun;
  }

  /** The state is there. @param isResumed its queue began before `begin`: all that has happened since is in its events */
  know(store: Store, isResumed: boolean): void {
    this.since = this.begun && isResumed ? { store, ...store.record() } : null;
  }

  /** Takes what was asked for by `begin` where it is there before the state, so that both are drawn at once. */
  takeBegun(store: Store, narrow: Narrow, anchor: Anchor): void {
    const page = this.hasBegun(narrow, anchor)?.arrived;
    if (!page) return;
    const window = store.windows.of(narrow);
    this.begun = null;
    this.fill(store, window, page);
    this.first = { window, anchor };
    this.catchUp(store, window, page);
  }

  /** Whether a window can be shown from an anchor on. */
  has(store: Store, window: MessageWindow, anchor: Anchor): boolean {
    if (!window.isLoaded.peek() || window.isStale.peek()) return false;
    return this.isFirst(window, anchor) || reaches(store, window, anchor);
  }

  /**
   * Makes sure that a window has messages around an anchor; what it has is not fetched again. While the server is away it has
   * what this browser has kept, and comes back around what is read there. @param here the message that is read @throws
   * RequestRefused, ServerUnreachable after some attempts
   */
  async open(store: Store, window: MessageWindow, anchor: Anchor, here?: () => number | null): Promise<void> {
    if (this.has(store, window, anchor)) {
      if (this.isFirst(window, anchor)) this.first = null; // shown; the next time it may lie elsewhere
      return;
    }
    const ask = () => {
      const from = (window.isStale.peek() ? here?.() : null) ?? anchor;
      return this.fetch(store, window.narrow, { anchor: String(from), ...AROUND });
    };
    const begun = window.isLoaded.peek() ? undefined : this.hasBegun(window.narrow, anchor)?.page;
    this.begun = null;
    if (!begun) this.endSince();
    const record = store.record();
    const page = await (begun?.catch(ask) ?? ask())
      .catch(async (error: unknown) => {
        if (!isPassing(error)) throw error;
        if (!window.isLoaded.peek()) await this.views.restore(store, window);
        return patiently(ask, { attempts: ATTEMPTS });
      })
      .catch((error: unknown) => {
        record.replay();
        this.endSince();
        throw error;
      });
    batch(() => {
      this.fill(store, window, page);
      record.replay();
    });
    if (begun) this.catchUp(store, window, page);
  }

  private hasBegun(narrow: Narrow, anchor: Anchor): Begun | undefined {
    const { begun } = this;
    return begun?.key === narrowKey(narrow) && begun.anchor === anchor ? begun : undefined;
  }

  private fill(store: Store, window: MessageWindow, page: Page): void {
    this.opened.set(window, page);
    batch(() => {
      if (window.isLoaded.peek()) window.ids.value = []; // another place, with a gap in between
      this.take(store, window, page.messages);
      window.hasOldest.value = page.found_oldest;
      window.hasNewest.value = page.found_newest;
      window.isLoaded.value = true;
      window.isStale.value = false;
    });
  }

  private isFirst(window: MessageWindow, anchor: Anchor): boolean {
    return this.first?.window === window && this.first.anchor === anchor;
  }

  /** Brings the page of `begin` up to date: by the events, or by another page where they lack something. */
  private catchUp(store: Store, window: MessageWindow, page: Page): void {
    if (this.endSince() !== store) whenIdle(() => void this.confirm(store, window, page));
  }

  /** @returns the state whose events have all */
  private endSince(): Store | null {
    const { since } = this;
    this.since = null;
    since?.replay();
    return since?.store ?? null;
  }

  /** The queue may have begun after the page was read: what happened in between is in no event. */
  private async confirm(store: Store, window: MessageWindow, page: Page): Promise<void> {
    const anchor = String(page.anchor);
    const record = store.record();
    const again = await patiently(() => this.fetch(store, window.narrow, { anchor, ...AROUND })).catch(() => null);
    if (!again || this.opened.get(window) !== page) return record.replay(); // it was opened at another place since
    const there = new Set(again.messages.map(({ id }) => id));
    batch(() => {
      window.remove(new Set(page.messages.map(({ id }) => id).filter((id) => !there.has(id))));
      if (page.found_newest && !again.found_newest) window.ids.value = []; // a gap before what events brought
      this.take(store, window, again.messages);
      window.hasNewest.value = again.found_newest;
      record.replay();
    });
  }

  /** Fetches what lies before or behind the window; once at a time. */
  extend(store: Store, window: MessageWindow, towards: 'older' | 'newer'): Promise<void> {
    const running = this.underWay.get(window);
    if (running) return running;
    const isOlder = towards === 'older';
    const isDone = isOlder ? window.hasOldest.peek() : window.hasNewest.peek();
    const edge = isOlder ? window.ids.peek()[0] : window.ids.peek().at(-1);
    if (isDone || edge === undefined || window.isStale.peek()) return Promise.resolve();
    const sizes = isOlder ? { num_before: PAGE, num_after: 0 } : { num_before: 0, num_after: PAGE };
    const record = store.record();
    const work = this.fetch(store, window.narrow, { anchor: String(edge), include_anchor: false, ...sizes })
      .then((page) =>
        batch(() => {
          this.take(store, window, page.messages);
          if (isOlder) window.hasOldest.value = page.found_oldest;
          else window.hasNewest.value = page.found_newest;
          record.replay();
        }),
      )
      .catch((error: unknown) => {
        record.replay();
        if (!isPassing(error)) throw error; // else: scrolling requests it again
      })
      .finally(() => this.underWay.delete(window));
    this.underWay.set(window, work);
    return work;
  }

  private fetch(store: Store | null, narrow: Narrow, where: Partial<ParametersOf<'GET messages'>>) {
    return this.connection.request('GET messages', {
      narrow: [...narrow, ...(store?.isSpectator ? OF_SPECTATORS : [])]
        .filter(({ operator }) => operator !== 'near')
        .flatMap((term) =>
          operandsOnWire(term).map((operand) => ({ operator: term.operator, operand, negated: term.negated })),
        ),
      apply_markdown: true,
      client_gravatar: false,
      allow_empty_topic_name: true,
      ...where,
    });
  }

  private take(store: Store, window: MessageWindow, messages: readonly object[]): void {
    const known = messages as readonly KnownMessage[];
    store.messages.put(known);
    const matching = { me: store.me, isMuted: store.isMutedMessage };
    window.insert(known.filter((one) => matches(one, window.narrow, matching) !== false).map(({ id }) => id));
  }
}

/** Whether a window has what is read first from an anchor on. It may lie around some message of a long conversation. */
function reaches(store: Store, window: MessageWindow, anchor: Anchor): boolean {
  if (typeof anchor === 'number') return window.ids.peek().includes(anchor);
  if (anchor === 'oldest') return window.hasOldest.peek();
  const conversation = anchor === 'first_unread' ? conversationOf(window.narrow) : null;
  const first = conversation && store.unreads.firstOf(conversation);
  return first ? window.ids.peek().includes(first) : window.hasNewest.peek();
}

/** Those without an account have to say that they want no more than they may read. */
const OF_SPECTATORS: Narrow = [{ operator: 'channels', operand: 'web-public' }];

/** Those of one user; all other operators of users take lists. */
const OF_ONE_USER: ReadonlySet<Operator> = new Set(['sender', 'dm-including']);

/** A term for each of them. */
const operandsOnWire = ({ operator, operand }: Narrow[number]): (string | number | number[])[] => {
  if (typeof operand !== 'object') return [operand];
  return OF_ONE_USER.has(operator) ? [...operand] : [[...operand]];
};

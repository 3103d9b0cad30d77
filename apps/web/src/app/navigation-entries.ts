import { signal } from '@preact/signals';
import { remember, remembered } from '../ui/remembered';

/** A message at which the user was. */
export interface MessageSpot {
  readonly kind: 'message';
  readonly messageId: number;
  /** Pixels below the upper edge of the feed; absent: where messages are shown first. */
  readonly top?: number;
  readonly hasFocus: boolean;
}

/** The link that had the focus in a view of another kind. */
export interface LinkSpot {
  readonly kind: 'link';
  readonly href: string;
  /** Its place among the links of the view, for when it is gone. */
  readonly at: number;
}

export type Spot = MessageSpot | LinkSpot;

export const messageSpot = (spot: Spot | null): MessageSpot | null => (spot?.kind === 'message' ? spot : null);

/** One step of the browser's history. */
interface Entry {
  readonly key: string;
  /** Where the user was, or is to be, in it; `null`: where its view begins. */
  readonly spot: Spot | null;
}

/** What a tab keeps over a reload. */
interface KeptSpots {
  /** Organization and user: message ids say nothing to another one. */
  readonly owner: string;
  readonly spots: readonly (readonly [string, Spot | null])[];
}

/** Remembers for each step of the browser's history where the user was, for as long as the tab is open. */
export class NavigationEntries {
  readonly current;
  private readonly spots: Map<string, Spot | null>;
  private isForgotten = false;
  /** The components that are shown register where the user is; the last one is read first. */
  private readonly watches: (() => Spot | null)[] = [];

  constructor(private readonly owner: string) {
    this.spots = new Map(keptSpots(owner));
    const key = keyOfState() ?? mark();
    this.current = signal<Entry>({ key, spot: this.spots.get(key) ?? null });
    addEventListener('pagehide', () => this.keep());
    // A phone that takes a page in the background away says so at no later time.
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && this.keep());
  }

  /** The user logs out: the links of a view have names in them. */
  forget(): void {
    this.isForgotten = true;
    remember(KEPT, null, 'sessionStorage');
  }

  private keep(): void {
    if (this.isForgotten) return;
    const spots = [...this.spots, [this.current.peek().key, this.spot()] as const].slice(-MAX_KEPT);
    const kept: KeptSpots = { owner: this.owner, spots };
    remember(KEPT, JSON.stringify(kept), 'sessionStorage');
  }

  /** @returns a function that ends it */
  watch(spotOf: () => Spot | null): () => void {
    this.watches.push(spotOf);
    return () => void this.watches.splice(this.watches.indexOf(spotOf), 1);
  }

  /** Where the user is now; `null`: where the view begins. */
  spot(): Spot | null {
    for (const spotOf of [...this.watches].reverse()) {
      const spot = spotOf();
      if (spot) return spot;
    }
    return null;
  }

  /**
   * To be called before another step is shown, while the view before is still there.
   *
   * @param spot where a step that is new begins
   */
  follow(spot: Spot | null): void {
    const { key: last } = this.current.peek();
    const key = keyOfState();
    if (key === last) return;
    this.spots.set(last, this.spot());
    const next = key ?? mark();
    this.current.value = { key: next, spot: key === null ? spot : (this.spots.get(key) ?? null) };
  }

  /** What is shown is about to be drawn anew, and begins where the user is now. */
  stay(): void {
    this.current.value = { key: this.current.peek().key, spot: this.spot() };
  }

  /** The step gets another address: what is shown there begins where the user is now. */
  replace(href: string): void {
    history.replaceState({ [KEY]: this.current.peek().key }, '', href);
    this.stay();
  }

  /** A step that shows nothing of its own becomes the same as the one before. */
  repeat(href: string): void {
    history.replaceState({ [KEY]: this.current.peek().key }, '', href);
  }
}

const KEY = 'parleyEntry';
const KEPT = 'parley_spots';
/** A tab may be open for weeks; steps further back begin as their address says. */
const MAX_KEPT = 200;
let count = 0;

function keptSpots(owner: string): KeptSpots['spots'] {
  const kept = JSON.parse(remembered(KEPT, 'sessionStorage') ?? 'null') as KeptSpots | null;
  return kept?.owner === owner ? kept.spots : [];
}

function keyOfState(): string | null {
  const state = history.state as Readonly<Record<string, unknown>> | null;
  const key = state?.[KEY];
  return typeof key === 'string' ? key : null;
}

/** Gives the step a key of its own, which a page that was loaded again does not give once more. */
function mark(): string {
  const key = `${Date.now()}.${++count}`;
  history.replaceState({ [KEY]: key }, '');
  return key;
}

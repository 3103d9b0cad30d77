import { batch, computed, signal } from '@preact/signals';
import { parseHash, Place, printHash } from '../links/hash';
import type { Narrow } from '../links/narrow';
import { Anchor, anchorOf } from '../server/pages';
import type { Store } from '../store/store';
import { canonical } from './canonical';
import { NavigationEntries, Spot } from './navigation-entries';

const HOME: Place = { view: 'inbox' };
/** The views that users may choose for the beginning. */
const HOMES: Readonly<Record<string, Place>> = {
  recent_topics: { view: 'recent' },
  all_messages: { view: 'messages', narrow: [] },
};

/** Where the user is: the hash of the address, with the browser's own history. */
export class Router {
  private readonly hash = signal('');
  readonly entries: NavigationEntries;
  /** The address names the card of this user, shown above the place that was shown. */
  readonly askedUser = signal<number | null>(null);
  /** Where an address without a place leads. */
  private readonly home = signal(HOME);
  /** `null`: nothing is known yet. */
  private readonly store = signal<Store | null>(null);
  private readonly named = computed((): Place => parseHash(this.hash.value) ?? this.home.value);
  readonly place = computed((): Place =>
    this.store.value ? canonical(this.store.value, this.named.value) : this.named.value,
  );

  /** @param owner organization and user, for what is kept */
  constructor(owner: string) {
    this.entries = new NavigationEntries(owner);
    this.follow();
    addEventListener('hashchange', () => this.follow());
  }

  /** Shows the place that the address names now. @param spot where it begins, when it is a new one */
  follow(spot: Spot | null = null): void {
    const place = parseHash(location.hash);
    if (place?.view === 'user') {
      this.askedUser.value = place.userId;
      return this.entries.repeat(this.hash.peek() || printHash(this.home.peek()));
    }
    batch(() => {
      this.entries.follow(spot);
      this.hash.value = location.hash;
    });
  }

  /** Where messages are read first: where the user was in this step of the history, else as their address says. */
  anchorIn(narrow: Narrow): Anchor {
    const { spot } = this.entries.current.value;
    return spot?.kind === 'message' ? spot.messageId : anchorOf(narrow);
  }

  /** @param name of the setting */
  beginAt(name: string): void {
    this.home.value = HOMES[name] ?? HOME;
  }

  /** Whose names and ids the addresses have. */
  know(store: Store): void {
    this.store.value = store;
  }

  goHome(): void {
    this.go(this.home.peek());
  }

  /** @param spot where the view begins */
  go(place: Place, store?: Store, spot: Spot | null = null): void {
    location.hash = hrefOf(place, store);
    this.follow(spot);
  }

  /** The place that is shown has another address now. */
  replace(place: Place, store: Store): void {
    batch(() => {
      this.entries.replace(hrefOf(place, store));
      this.hash.value = location.hash;
    });
  }
}

/** The address of a place, for links. */
export const hrefOf = (place: Place, store?: Store): string =>
  printHash(place, {
    channel: (id) => store?.channels.all.peek(id)?.name,
    user: (id) => store?.people.users.peek(id)?.full_name,
  });

export const hrefOfNarrow = (narrow: Narrow, store?: Store): string => hrefOf({ view: 'messages', narrow }, store);

import { computed, signal } from '@preact/signals';
import { parseHash, Place, printHash } from '../links/hash';
import type { Narrow } from '../links/narrow';
import type { Store } from '../store/store';

const HOME: Place = { view: 'inbox' };

/** Where the user is: the hash of the address, with the browser's own history. */
export class Router {
  private readonly hash = signal(location.hash);
  readonly place = computed((): Place => parseHash(this.hash.value) ?? HOME);

  constructor() {
    addEventListener('hashchange', () => this.follow());
  }

  /** Shows the place that the address names now. */
  follow(): void {
    this.hash.value = location.hash;
  }

  go(place: Place, store?: Store): void {
    location.hash = hrefOf(place, store);
    this.hash.value = location.hash;
  }
}

/** The address of a place, for links. */
export const hrefOf = (place: Place, store?: Store): string =>
  printHash(place, {
    channel: (id) => store?.channels.all.peek(id)?.name,
    user: (id) => store?.people.users.peek(id)?.full_name,
  });

export const hrefOfNarrow = (narrow: Narrow, store?: Store): string => hrefOf({ view: 'messages', narrow }, store);

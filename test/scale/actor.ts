import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client';
import { DEEDS } from './deeds';
import type { NumberedMessage } from './ledger';
import type { Place } from './places';
import type { Town } from './town';

/** The average pause between two actions: a pace, not a wait for something. */
const PAUSE_MS = 60;
const ATTEMPTS = 5;
/** No reader goes further back. */
const RECENT = 300;

/** A user with one action after the other, at random. */
export class Actor {
  private isStopping = false;
  private working: Promise<void> = Promise.resolve();

  constructor(
    readonly town: Town,
    readonly client: Client,
  ) {}

  get id(): number {
    return this.client.id;
  }

  get isOwner(): boolean {
    return this.client === this.town.owner;
  }

  start(): void {
    this.isStopping = false;
    this.working = this.work();
  }

  stop(): Promise<void> {
    this.isStopping = true;
    return this.working;
  }

  /** Where the user may certainly write. */
  get places(): Place[] {
    const { places, club } = this.town;
    const own = places.filter(({ userIds }) => userIds.includes(this.id));
    return this.isOwner ? [...own, club] : own;
  }

  /** An existing, readable message that no action is about to remove; null: none was found. */
  message(fits: (message: NumberedMessage) => boolean = () => true): NumberedMessage | null {
    const { random, ledger } = this.town;
    const recent = [...ledger.messages.values()].slice(-RECENT);
    const isThere = (one: NumberedMessage) =>
      one.id !== null &&
      !one.isClosed &&
      one.place.isSteady &&
      one.place.userIds.includes(this.id) &&
      (one.movedTo?.userIds.includes(this.id) ?? true) &&
      fits(one);
    const found = recent.filter(isThere);
    return found.length > 0 ? random.pick(found) : null;
  }

  /** Performs the actions that were never chosen, with their preconditions. */
  async makeUpFor(kind: string): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS && this.town.tally.countOf(kind) === 0; attempt++)
      for (const one of ['send', 'write a draft', kind]) await this.do(one);
  }

  private async do(kind: string): Promise<void> {
    const { tally, breaches } = this.town;
    try {
      await DEEDS[kind].act(this, (act) => tally.time(kind, act));
    } catch (error) {
      breaches.push(`${this.client.email}, ${kind}: ${(error as Error).message}`);
    }
  }

  private async work(): Promise<void> {
    const { random } = this.town;
    while (!this.isStopping) {
      await this.do(random.pick(DECK));
      await delay(random.next() * 2 * PAUSE_MS);
    }
  }
}

/** Each kind as often as its weight says. */
const DECK = Object.entries(DEEDS).flatMap(([kind, { weight }]) => Array<string>(weight).fill(kind));

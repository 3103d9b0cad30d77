import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client';
import { DEEDS } from './deeds';
import type { NumberedMessage } from './ledger';
import type { Place } from './places';
import type { Town } from './town';

/** How long somebody thinks between two deeds, on average: a pace, not a wait for something. */
const PAUSE_MS = 60;
const ATTEMPTS = 5;
/** Nobody digs deeper. */
const RECENT = 300;

/** Somebody who does one thing after the other, at random. */
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

  /** Where it may write for sure. */
  get places(): Place[] {
    const { places, club } = this.town;
    const own = places.filter(({ userIds }) => userIds.includes(this.id));
    return this.isOwner ? [...own, club] : own;
  }

  /** A message that is there and that it reads, with which nobody is about to make an end; null: none was found. */
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

  /** Does what nobody has come to do, and first what there must be for it. */
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

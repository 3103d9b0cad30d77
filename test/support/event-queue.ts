import { LAST_RESORT_MS } from './last-resort';
import type { Body, Parameters, Person } from './person';

export type Event = Record<string, unknown> & { id: number; type: string };

/** A registered queue, read as a client reads it: each poll acknowledges the events of the last one. */
export class EventQueue {
  lastEventId: number;
  /** Everything read so far, without heartbeats. */
  readonly seen: Event[] = [];

  constructor(
    readonly person: Person,
    /** The answer to POST /register. */
    readonly state: Body,
    readonly parameters: Parameters,
  ) {
    this.lastEventId = state.last_event_id as number;
  }

  get id(): string {
    return this.state.queue_id as string;
  }

  async poll(parameters: Parameters = {}): Promise<Event[]> {
    const body = await this.person.ok('GET', 'events', {
      queue_id: this.id,
      last_event_id: this.lastEventId,
      ...parameters,
    });
    const events = body.events as Event[];
    for (const event of events) {
      if (event.id <= this.lastEventId) throw new Error(`Event ids must ascend: ${event.id} after ${this.lastEventId}`);
      this.lastEventId = event.id;
    }
    const told = events.filter(({ type }) => type !== 'heartbeat');
    this.seen.push(...told);
    return told;
  }

  /** Reads until an event matches, and returns it. */
  async until(fits: (event: Event) => boolean): Promise<Event> {
    const deadline = Date.now() + LAST_RESORT_MS;
    for (;;) {
      const found = this.seen.find(fits);
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`No such event came. Seen: ${JSON.stringify(this.seen)}`);
      await this.poll();
    }
  }

  /** All events up to now. */
  async drain(): Promise<Event[]> {
    await this.person.world.settled();
    const before = this.seen.length;
    while ((await this.poll({ dont_block: true })).length > 0);
    return this.seen.slice(before);
  }
}

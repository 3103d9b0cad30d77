import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../support/fuzz/random';
import type { Client } from './client';
import { numberIn } from './ledger';

const AFTER_FAILURE_MS = 25;
/** A client that hears nothing for so long asks another node, without having seen what this one may still answer. */
const SHORTEST_POLL_MS = 200;
const LONGEST_POLL_MS = 3_000;

interface Received {
  number: number;
  at: number;
}

/** A queue, polled at a different node each time: through restarts and outages, with the id that it has. */
export class Reader {
  readonly received: Received[] = [];
  /** Where ids did not ascend, and other breaches. */
  readonly breaches: string[] = [];
  private lastEventId = -1;
  private readonly wanted = new Set<number>();
  private isStopping = false;
  private working: Promise<void> = Promise.resolve();

  private constructor(
    readonly client: Client,
    private readonly queueId: string,
  ) {}

  static async register(client: Client): Promise<Reader> {
    const { queue_id } = await client.ask('POST', 'register', { event_types: ['message'], fetch_event_types: [] });
    return new Reader(client, queue_id as string);
  }

  start(random: Random): void {
    this.working = this.work(random);
  }

  /** Reads until those numbers have come, or until time is up. */
  async finish(numbers: readonly number[], patienceMs: number): Promise<void> {
    const got = new Set(this.received.map(({ number }) => number));
    for (const number of numbers) if (!got.has(number)) this.wanted.add(number);
    const deadline = Date.now() + patienceMs;
    while (this.wanted.size > 0 && Date.now() < deadline) await delay(AFTER_FAILURE_MS);
    await this.stop();
  }

  stop(): Promise<void> {
    this.isStopping = true;
    return this.working;
  }

  private async work(random: Random): Promise<void> {
    while (!this.isStopping) {
      const patience = SHORTEST_POLL_MS + random.below(LONGEST_POLL_MS - SHORTEST_POLL_MS);
      const parameters = { queue_id: this.queueId, last_event_id: this.lastEventId };
      const reply = await this.client.attempt('GET', 'events', parameters, patience);
      if (typeof reply !== 'string' && reply.status === 200) this.take(reply.body.events as never);
      else await delay(AFTER_FAILURE_MS);
    }
  }

  private take(events: { id: number; type: string; message?: { content: string } }[]): void {
    const at = performance.now();
    for (const { id, message } of events) {
      if (id <= this.lastEventId) this.breaches.push(`id ${id} after ${this.lastEventId}`);
      this.lastEventId = id;
      if (!message) continue;
      const number = numberIn(message.content);
      this.received.push({ number, at });
      this.wanted.delete(number);
    }
  }
}

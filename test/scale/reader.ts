import { setTimeout as delay } from 'node:timers/promises';
import type { Event } from '../support/event-queue';
import { fold } from '../support/fold';
import { comparable } from '../support/fold/comparison';
import { withoutNewest } from '../support/fold/deletions';
import type { State } from '../support/fold/state';
import type { Parameters } from '../support/person';
import type { Client } from './client';
import { numberIn } from './ledger';
import { MessageStore } from './message-store';

const AFTER_FAILURE_MS = 25;
/** A client without an answer for so long polls another node, without the late answer of this one. */
const SHORTEST_POLL_MS = 200;
const LONGEST_POLL_MS = 3_000;
/** How long a slow client waits between polls. */
const LAZINESS_MS = 400;

interface Received {
  number: number;
  at: number;
}

/** A queue with its current state: through restarts and outages, with the same id. */
export class Reader {
  received: Received[] = [];
  store = new MessageStore();
  /** Ids that did not ascend, and other errors. */
  readonly breaches: string[] = [];
  private lastEventId: number;
  private losesMessages = false;
  private readonly revealed = new Set<number>();
  private isStopping = false;
  private working: Promise<void> = Promise.resolve();

  private constructor(
    readonly client: Client,
    private readonly parameters: Parameters,
    private readonly state: State,
    private readonly isLazy: boolean,
  ) {
    this.lastEventId = state.last_event_id as number;
  }

  static async register(client: Client, parameters: Parameters, isLazy: boolean): Promise<Reader> {
    const { body } = await client.insist('POST', 'register', { parameters });
    return new Reader(client, parameters, body, isLazy);
  }

  get queueId(): string {
    return this.state.queue_id as string;
  }

  get isBrisk(): boolean {
    return !this.isLazy;
  }

  start(): void {
    this.isStopping = false;
    this.working = this.work();
  }

  stop(): Promise<void> {
    this.isStopping = true;
    return this.working;
  }

  /** Reads until that number has come. @returns whether it has, in time */
  async finish(number: number, patienceMs: number): Promise<boolean> {
    const deadline = Date.now() + patienceMs;
    const has = () => this.received.some((one) => one.number === number);
    while (!has() && Date.now() < deadline) await delay(AFTER_FAILURE_MS);
    await this.stop();
    return has();
  }

  /** Drops the known messages, and keeps the unread ones. */
  forget(): void {
    this.received = [];
    this.store = new MessageStore();
  }

  /** The state of a new client of the same kind. */
  async fresh(): Promise<State> {
    const { body } = await this.client.insist('POST', 'register', { parameters: this.parameters });
    // Deleted already by an attempt whose answer was lost.
    const isDone = ({ code }: Record<string, unknown>) => code === 'BAD_EVENT_QUEUE_ID';
    await this.client.insist('DELETE', 'events', { parameters: { queue_id: body.queue_id }, isDone });
    return body;
  }

  /** Where the state of this client differs from it. */
  differences(fresh: State): string[] {
    const known = this.losesMessages ? withoutNewest : (whole: State) => whole;
    const form = (state: State) => comparable(known(structuredClone(state)), this.revealed);
    const [followed, expected] = [form(this.state), form(fresh)];
    const names = [...new Set([...Object.keys(followed), ...Object.keys(expected)])];
    const text = (state: State, name: string) => JSON.stringify(state[name]) ?? 'nothing';
    return names
      .filter((name) => text(followed, name) !== text(expected, name))
      .map((name) => `${name}: ${difference(text(followed, name), text(expected, name))}`);
  }

  private async work(): Promise<void> {
    const { random } = this.client.wire;
    while (!this.isStopping) {
      const patienceMs = SHORTEST_POLL_MS + random.below(LONGEST_POLL_MS - SHORTEST_POLL_MS);
      const parameters = { queue_id: this.queueId, last_event_id: this.lastEventId };
      const reply = await this.client.attempt('GET', 'events', { parameters, patienceMs });
      if (reply?.status === 200) this.take(reply.body.events as Event[]);
      else if (reply) this.breaches.push(`GET events: ${reply.status} ${JSON.stringify(reply.body)}`);
      if (!reply || reply.status !== 200) await delay(AFTER_FAILURE_MS);
      else if (this.isLazy) await delay(random.below(LAZINESS_MS));
    }
  }

  private take(events: readonly Event[]): void {
    const at = performance.now();
    for (const event of events) {
      if (event.id <= this.lastEventId) this.breaches.push(`id ${event.id} after ${this.lastEventId}`);
      this.lastEventId = event.id;
      this.losesMessages ||= event.type === 'delete_message' || event.new_stream_id !== undefined;
      if (event.type === 'stream' && event.op === 'create')
        for (const { stream_id } of event.streams as { stream_id: number }[]) this.revealed.add(stream_id);
      this.store.take(event);
      const number = event.type === 'message' ? numberIn((event.message as { content: string }).content) : NaN;
      if (Number.isInteger(number)) this.received.push({ number, at });
    }
    const { include_subscribers: wish } = this.parameters;
    fold(this.state, structuredClone(events), this.client.id, wish === 'true');
  }
}

const SHOWN = 240;

/** The position from which two texts differ. */
function difference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const from = Math.max(0, at - SHOWN / 2);
  return `followed ${one.slice(from, at + SHOWN)} | fresh ${other.slice(from, at + SHOWN)}`;
}

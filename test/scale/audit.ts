import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client';
import { auditThings } from './audit-things';
import { numberIn } from './ledger';
import { asText, FetchedMessage, storedForm } from './message-store';
import type { Reader } from './reader';
import type { State } from '../support/fold/state';
import type { Town } from './town';

const PAGE = 1_000;
/** A node that is killed during a delivery keeps its lease for half a minute. */
const DUE_MS = 45_000;
const DRAIN_MS = 30_000;

/** The errors, by kind. */
export const KINDS = [
  'lost',
  'doubled',
  'strange',
  'disorder',
  'not delivered in time',
  'messages that differ',
  'state that differs',
  'things that differ',
] as const;
export type Findings = Record<(typeof KINDS)[number], string[]>;

/**
 * All users have stopped: what each knows is compared with what was acknowledged, and with what a new client receives.
 */
export class Audit {
  readonly findings = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Findings;
  private newestId = 0;

  constructor(private readonly town: Town) {}

  /** @param mark sends a message to all users, and returns its number and id */
  async run(mark: () => Promise<{ number: number; id: number | null }>): Promise<void> {
    const { town } = this;
    await this.everythingDue();
    const { number, id } = await mark();
    const inTime = await Promise.all(town.readers.map((reader) => reader.finish(number, DRAIN_MS)));
    const late = town.readers.filter((_, at) => !inTime[at]);
    this.add(
      'not delivered in time',
      late.map(({ client }) => client.email),
    );
    for (const client of town.everybody) await this.auditPerson(client);
    this.newestId = id!;
  }

  private async auditPerson(client: Client): Promise<void> {
    const { ledger, readers } = this.town;
    const history = await this.history(client);
    const numbers = history.map(({ content }) => numberIn(content)).filter(Number.isInteger);
    this.addAll(`history of ${client.email}`, ledger.auditHistory(client.id, numbers));
    this.add('disorder', ledger.disorder(numbers), `history of ${client.email}`);
    let fresh: State = {};
    for (const reader of readers.filter((one) => one.client === client)) {
      const name = `queue ${reader.queueId} of ${client.email}`;
      const received = reader.received.map((one) => one.number);
      this.addAll(name, ledger.auditQueue(client.id, received));
      this.add('disorder', [...ledger.disorder(received), ...reader.breaches.splice(0)], name);
      this.add('messages that differ', this.compare(reader, this.lasting(client, history)), name);
      const newcomer = await reader.fresh();
      this.add('state that differs', reader.differences(newcomer), name);
      if (reader.isBrisk) fresh = newcomer;
    }
    this.add('things that differ', await auditThings(this.town, client, history, fresh), client.email);
  }

  private compare({ store, received }: Reader, history: readonly FetchedMessage[]): string[] {
    const { club, park } = this.town;
    const ids = new Set(history.map(({ id }) => id));
    const told = new Set(received.map(({ number }) => number));
    const found: string[] = [];
    for (const message of history) {
      const known = store.messages.get(message.id);
      const isTold = told.has(numberIn(message.content));
      if (!known && isTold) found.push(`${message.id} is known to be gone, and is there`);
      const [followed, expected] = [known && asText(known), asText(storedForm(message))];
      if (known && followed !== expected) found.push(`${message.id}: followed ${followed}, is ${expected}`);
    }
    const strolling = [club.channelId, park.channelId];
    for (const [id, { channelId, content }] of store.messages)
      if (!ids.has(id) && !strolling.includes(channelId)) found.push(`${id} is gone, and known as ${content}`);
    return found;
  }

  /** Without messages of a private channel that the user left since: no event tells of an edit during the absence. */
  private lasting({ id }: Client, history: readonly FetchedMessage[]): FetchedMessage[] {
    const { club, ledger } = this.town;
    const missed = (message: FetchedMessage) => {
      const sent = ledger.messages.get(numberIn(message.content));
      return sent?.place === club && club.presence(id, sent.from, performance.now()) !== 'in';
    };
    return history.filter((message) => !missed(message));
  }

  /** Scheduled messages are late when a node dies with a claim on them. */
  private async everythingDue(): Promise<void> {
    const deadline = Date.now() + DUE_MS;
    for (const client of this.town.everybody) {
      for (;;) {
        const { scheduled_messages: waiting } = await client.get('scheduled_messages');
        if ((waiting as unknown[]).length === 0) break;
        if (Date.now() > deadline) {
          this.add('not delivered in time', [JSON.stringify(waiting)], client.email);
          break;
        }
        await delay(100);
      }
    }
  }

  private async history(client: Client): Promise<FetchedMessage[]> {
    const all: FetchedMessage[] = [];
    for (let anchor = this.newestId; ;) {
      const window = { anchor, include_anchor: false, num_before: 0, num_after: PAGE, apply_markdown: false };
      const page = await client.get('messages', { ...window, client_gravatar: false });
      all.push(...(page.messages as FetchedMessage[]));
      if (page.found_newest) return all;
      anchor = all.at(-1)!.id;
    }
  }

  private addAll(name: string, found: Record<'lost' | 'doubled' | 'strange', string[]>): void {
    for (const kind of ['lost', 'doubled', 'strange'] as const) this.add(kind, found[kind], name);
  }

  private add(kind: (typeof KINDS)[number], found: readonly string[], name = ''): void {
    this.findings[kind].push(...found.map((one) => `${name}: ${one}`));
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '../support/fuzz/random';
import { Client } from './client';
import { Cluster } from './cluster';
import { Conversation, Ledger, numberIn } from './ledger';
import { Reader } from './reader';
import { Sender } from './sender';

const SECONDS = Number(process.env.SCALE_SECONDS ?? 18);
const SEED = Number(process.env.SCALE_SEED ?? 1);
const NODES = 3;
const PEOPLE = 6;
const QUEUES_EACH = 2;
const SENDERS = 4;
const BETWEEN_KILLS_MS = 2_000;
const DRAIN_MS = 20_000;
const PAGE = 1_000;

jest.setTimeout((SECONDS + 90) * 1_000);

/**
 * Three nodes, of which one is killed every few seconds, on a PostgreSQL that is killed once: nothing that was
 * acknowledged may be lost or doubled, and no client may have to begin anew.
 */
describe('a cluster that is being killed', () => {
  const cluster = new Cluster(NODES);
  const ledger = new Ledger();
  const random = new Random(SEED);
  let people: Client[];
  let conversations: Conversation[];
  let senders: Sender[] = [];
  let readers: Reader[] = [];
  let histories: Map<number, number[]>;

  beforeAll(async () => {
    await cluster.start();
    people = await makePeople();
    conversations = await makeConversations();
    readers = await Promise.all(
      people.flatMap((person) => Array.from({ length: QUEUES_EACH }, () => Reader.register(person))),
    );
    senders = people.slice(0, SENDERS).map((person) => new Sender(person, reachOf(person), ledger));
    for (const one of [...readers, ...senders]) one.start(random);
    await havoc();
    await Promise.all(senders.map((sender) => sender.stop()));
    await drain();
    histories = new Map(await Promise.all(people.map(async (person) => [person.id, await history(person)] as const)));
    report();
  });
  afterAll(async () => {
    const stopped = [...readers, ...senders].map((one) => one.stop());
    await cluster.stop();
    await Promise.all(stopped);
  });

  it('tells every queue of every acknowledged message, once', () => {
    for (const reader of readers) expect(ledger.audit(reader.client.id, numbersOf(reader))).toEqual(NOTHING);
  });

  it('keeps every acknowledged message in history, once', () => {
    for (const [id, numbers] of histories) expect(ledger.audit(id, numbers)).toEqual(NOTHING);
  });

  it('tells of what was not acknowledged if, and only if, it happened', () => {
    for (const reader of readers)
      expect(numbersOf(reader).sort(ascending)).toEqual(histories.get(reader.client.id)!.sort(ascending));
  });

  it('gives out ids that ascend in every queue, whichever node answers', () => {
    expect(readers.flatMap(({ breaches }) => breaches)).toEqual([]);
  });

  it('sends nobody away: no new registration, no lost login, no failure', () => {
    expect(people.flatMap(({ wrongAnswers }) => wrongAnswers)).toEqual([]);
  });

  it('was worth the trouble', () => {
    expect(ledger.acknowledged.length).toBeGreaterThan(SECONDS);
  });

  async function makePeople(): Promise<Client[]> {
    const owner = await Client.login(cluster, cluster.ownerEmail);
    const emails = Array.from({ length: PEOPLE }, (_, i) => `person${i}@example.org`);
    for (const email of emails)
      await owner.ask('POST', 'users', { email, password: 'a long enough secret', full_name: email.split('@')[0] });
    return Promise.all(emails.map((email) => Client.login(cluster, email)));
  }

  async function makeConversations(): Promise<Conversation[]> {
    const channel = async (name: string, members: Client[]): Promise<Conversation> => {
      const userIds = members.map(({ id }) => id);
      await members[0].ask('POST', 'users/me/subscriptions', { subscriptions: [{ name }], principals: userIds });
      return { address: { type: 'stream', to: name, topic: 'numbers' }, userIds };
    };
    const direct = (members: Client[]): Conversation => {
      const userIds = members.map(({ id }) => id);
      return { address: { type: 'direct', to: userIds }, userIds };
    };
    return [
      await channel('everybody', people),
      await channel('half', people.slice(0, 3)),
      direct(people.slice(0, 2)),
      direct(people.slice(1, 5)),
      direct([people[3], people[5]]),
    ];
  }

  const reachOf = ({ id }: Client) => conversations.filter(({ userIds }) => userIds.includes(id));

  /** A node every few seconds, and PostgreSQL in the middle. */
  async function havoc(): Promise<void> {
    const began = Date.now();
    let hasCrashed = false;
    while (Date.now() - began < SECONDS * 1_000) {
      await delay(BETWEEN_KILLS_MS);
      const victim = random.below(NODES);
      const isHalfTime = Date.now() - began > SECONDS * 500;
      if (isHalfTime && !hasCrashed) await cluster.crashPostgres(victim);
      else await cluster.bounce(victim);
      hasCrashed ||= isHalfTime;
    }
  }

  /** Whoever has read a message that was sent after everything else has read everything before it. */
  async function drain(): Promise<void> {
    const last = await Promise.all(
      conversations.map((conversation) => {
        const at = people.slice(0, SENDERS).findIndex(({ id }) => conversation.userIds.includes(id));
        return senders[at].sendSurely(conversation);
      }),
    );
    const lastOf = ({ client }: Reader) =>
      last.filter(({ conversation }) => conversation.userIds.includes(client.id)).map(({ number }) => number);
    await Promise.all(readers.map((reader) => reader.finish(lastOf(reader), DRAIN_MS)));
  }

  async function history(person: Client): Promise<number[]> {
    const numbers: number[] = [];
    for (let anchor = 0; ;) {
      const page = await person.ask('GET', 'messages', {
        anchor,
        include_anchor: false,
        num_before: 0,
        num_after: PAGE,
        apply_markdown: false,
      });
      const messages = page.messages as { id: number; content: string }[];
      numbers.push(...messages.map(({ content }) => numberIn(content)).filter(Number.isInteger));
      if (page.found_newest) return numbers;
      anchor = messages[messages.length - 1].id;
    }
  }

  function report(): void {
    const audits = readers.map((reader) => ledger.audit(reader.client.id, numbersOf(reader)));
    const total = (key: 'lost' | 'doubled') => audits.reduce((sum, audit) => sum + audit[key].length, 0);
    const waits = readers
      .flatMap(({ received }) => received.map(({ number, at }) => at - (ledger.messages[number].acknowledgedAt ?? at)))
      .map((wait) => Math.max(0, wait))
      .sort(ascending);
    const quantile = (q: number) => (waits[Math.floor(q * waits.length)] ?? NaN).toFixed(1);
    process.stdout.write(
      `seed ${SEED}, ${SECONDS} s: ${ledger.messages.length} sent, ${ledger.acknowledged.length} acknowledged, ` +
        `${waits.length} delivered to ${readers.length} queues, ${total('lost')} lost, ${total('doubled')} doubled; ` +
        `from the answer to the reader p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms\n`,
    );
  }
});

const NOTHING = { lost: [], doubled: [], strange: [] };

const ascending = (a: number, b: number): number => a - b;

const numbersOf = ({ received }: Reader): number[] => received.map(({ number }) => number);

import { Member, openOrganization } from './organization/open';
import { addChannel, addUsers, Bench, BenchUser, call, median, rate, report } from './support';

const WARMING = 3;
const ROUNDS = 25;
const RATE_ROUNDS = 4;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const CONNECTIONS = 16;
const SUBSCRIBERS = [10, 10_000];
const FEW_MESSAGES = 10_000;
const MANY_MESSAGES = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const MESSAGE = { type: 'channel', topic: 'bench', content: 'How much does this cost?' };

/** The actors of the requests: a member of a channel. */
interface Place {
  readonly bench: Bench;
  readonly member: BenchUser;
  readonly channel: number;
}

interface Ask {
  readonly what: string;
  /** The requests in each place, in milliseconds. */
  timed(place: Place): Promise<number>;
}

type Row = Record<string, string | number>;

/** The cost of the same requests with few and many subscribers, and with few and many messages: the two in turn. */
async function main(): Promise<void> {
  const small = await openOrganization({}, FEW_MESSAGES);
  const large = await openOrganization({}, MANY_MESSAGES);
  try {
    const rows: Row[] = [];
    const messages = `${written(FEW_MESSAGES)} and ${written(MANY_MESSAGES)} messages`;
    const places = [small, large].map(({ bench, people, channels }) => place(bench, people.ordinary, channels[0]));
    for (const ask of [...WRITES, ...READS, await middle(places)]) rows.push(await compare(messages, ask, places));
    rows.push(await compareRates(messages, places));

    const users = await addUsers(small.bench, SUBSCRIBERS[1]);
    const subscribers = `${SUBSCRIBERS.map(written).join(' and ')} subscribers`;
    const channels: Place[] = [];
    for (const [at, count] of SUBSCRIBERS.entries()) {
      // The registrations of a user must differ in the channel only, so no user is in both.
      const members = at === 0 ? users.slice(-count) : users.slice(0, count);
      const owner = members[0];
      channels.push(place(small.bench, owner, await addChannel(small.bench, owner, `of ${count}`, members)));
    }
    for (const one of channels) await fillChannel(one);
    for (const ask of [...WRITES, ...READS]) rows.push(await compare(subscribers, ask, channels));
    rows.push(await compareRates(subscribers, channels));
    report(
      'growth',
      `What grows, and what does not; medians of ${ROUNDS} pairs in turn, of rates ${RATE_ROUNDS}`,
      rows,
    );
  } finally {
    await small.bench.stop();
    await large.bench.stop();
  }
}

const place = (bench: Bench, member: BenchUser | Member, channel: number): Place => ({ bench, member, channel });
const written = (count: number): string => count.toLocaleString('en');

const send = ({ bench, member, channel }: Place): Promise<{ id: number }> =>
  call(bench, member, 'POST', 'messages', { ...MESSAGE, to: channel });

async function stopwatch(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const WRITES: readonly Ask[] = [
  { what: 'a send', timed: (one) => stopwatch(() => send(one)) },
  { what: 'a send, until a reader has heard it', timed: heard },
  {
    what: 'an edit',
    timed: async (one) => {
      const { id } = await send(one);
      return stopwatch(() => call(one.bench, one.member, 'PATCH', `messages/${id}`, { content: 'That much.' }));
    },
  },
  {
    what: 'a reaction',
    timed: async (one) => {
      const { id } = await send(one);
      const path = `messages/${id}/reactions`;
      return stopwatch(() => call(one.bench, one.member, 'POST', path, { emoji_name: 'thumbs_up' }));
    },
  },
];

const page = (what: string, narrow: (one: Place) => unknown[], anchor: (one: Place) => string | number): Ask => ({
  what,
  timed: (one) =>
    stopwatch(() =>
      call(one.bench, one.member, 'GET', 'messages', {
        anchor: String(anchor(one)),
        num_before: 100,
        num_after: 0,
        narrow: narrow(one),
      }),
    ),
});

const inChannel = ({ channel }: Place) => [{ operator: 'channel', operand: channel }];

const READS: readonly Ask[] = [
  page('the 100 newest of the channel', inChannel, () => 'newest'),
  page(
    'the 100 newest of everything',
    () => [],
    () => 'newest',
  ),
  { what: 'a registration for messages', timed: (one) => register(one, { event_types: ['message'] }) },
  { what: 'a registration for everything', timed: (one) => register(one, {}) },
];

/** 100 messages from the middle of the channel. */
async function middle(places: readonly Place[]): Promise<Ask> {
  const anchors = new Map<Place, number>();
  for (const one of places) {
    const { rows } = await one.bench.database.query<{ id: string }>(
      `SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY id) AS id FROM message WHERE channel_id = $1`,
      [one.channel],
    );
    anchors.set(one, Number(rows[0].id));
  }
  return page('100 in the middle of the channel', inChannel, (one) => anchors.get(one)!);
}

/** The queue is deleted again, so that none affects the next round. */
async function register({ bench, member }: Place, parameters: Record<string, unknown>): Promise<number> {
  const began = performance.now();
  const { queue_id } = await call<{ queue_id: string }>(bench, member, 'POST', 'register', parameters);
  const time = performance.now() - began;
  await call(bench, member, 'DELETE', 'events', { queue_id });
  return time;
}

async function heard(one: Place): Promise<number> {
  const { bench, member } = one;
  const parameters = { event_types: ['message'], fetch_event_types: [] };
  const { queue_id } = await call<{ queue_id: string }>(bench, member, 'POST', 'register', parameters);
  const poll = (last_event_id: number) =>
    call<{ events: { id: number }[] }>(bench, member, 'GET', 'events', { queue_id, last_event_id });
  const warm = poll(-1);
  await send(one);
  const [{ id }] = (await warm).events;
  const waiting = poll(id);
  const time = await stopwatch(async () => {
    await send(one);
    await waiting;
  });
  await call(bench, member, 'DELETE', 'events', { queue_id });
  return time;
}

/** More than a page of messages. */
async function fillChannel(one: Place): Promise<void> {
  for (let at = 0; at < 150; at++) await send(one);
}

async function compare(grows: string, { what, timed }: Ask, places: readonly Place[]): Promise<Row> {
  const pairs: number[][] = [];
  for (let round = -WARMING; round < ROUNDS; round++) {
    const pair = await inTurn(places, round, timed);
    if (round >= 0) pairs.push(pair);
  }
  return row(grows, `${what}, ms`, pairs, 1);
}

async function compareRates(grows: string, places: readonly Place[]): Promise<Row> {
  const pairs: number[][] = [];
  for (let round = 0; round < RATE_ROUNDS; round++)
    pairs.push(await inTurn(places, round, (one) => rate(CONNECTIONS, SECONDS, () => send(one))));
  return row(grows, `sends a second, ${CONNECTIONS} at once`, pairs, 0);
}

/** Starts with the few, then with the many. */
async function inTurn(
  [few, many]: readonly Place[],
  round: number,
  measure: (one: Place) => Promise<number>,
): Promise<number[]> {
  if (round % 2 === 0) return [await measure(few), await measure(many)];
  const last = await measure(many);
  return [await measure(few), last];
}

function row(grows: string, what: string, pairs: readonly number[][], digits: number): Row {
  const [few, many] = [0, 1].map((at) => median(pairs.map((pair) => pair[at])).toFixed(digits));
  const ratio = median(pairs.map(([one, other]) => other / one)).toFixed(2);
  return { what, 'few and many': grows, few, many, 'many to few': ratio };
}

void main().then(() => process.exit(0));

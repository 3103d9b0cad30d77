import { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { goOnline, OnlineClient } from './load/online-clients';
import { addChannel, addUsers, Bench, BenchUser, call, quantile, report, startBench, startServer } from './support';

const FEW = 100;
const MANY = Number(process.env.BENCH_ONLINE ?? 10_000);
const MEMBERS = 10;
const WARMING = 3;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const BURST = 4;
const OUTSIDE_EVERY_MS = 100;
const ROLLED = 5;
const ROLLED_EVERY_MS = 2_000;
const PATIENCE_MS = 120_000;

/** Two nodes with so many users online; the operations happen in a channel of a few. */
interface Stage {
  readonly bench: Bench;
  readonly nodes: readonly { url: string; server: ChildProcess }[];
  readonly online: readonly OnlineClient[];
  readonly members: readonly BenchUser[];
  readonly channel: number;
  /** Two users with direct messages that no other user receives. */
  readonly pair: readonly BenchUser[];
  readonly listener: OnlineClient;
  readonly everybody: number;
}

/**
 * The cost of requests and the latency of events, with few and many users online: the two in turn. Then a node ends.
 */
async function main(): Promise<void> {
  const few = await open(FEW);
  const many = await open(MANY);
  const rows: Record<string, string | number>[] = [];
  for (const [what, work] of OPERATIONS) {
    const times: number[][] = [[], []];
    for (let round = -WARMING; round < ROUNDS; round++)
      for (const [at, stage] of [few, many].entries()) {
        const time = await work(stage);
        if (round >= 0) times[at].push(time);
      }
    rows.push(row(`${what}, ms`, times[0], times[1], 0.5));
  }
  const outside = [await outsideOfABurst(few), await outsideOfABurst(many)];
  for (const q of [0.5, 0.99])
    rows.push(row(`an event outside of a burst, p${q * 100}, ms`, outside[0], outside[1], q));
  report(
    'online',
    `${FEW} and ${MANY.toLocaleString('en')} users online on two nodes; medians of ${ROUNDS} pairs`,
    rows,
  );
  const [first, second] = many.nodes;
  console.log(await nodeEnds(many, first, second, 'rolled'));
  const again = await startServer(many.bench.databaseUrl, many.bench.directory, {}, portOf(second));
  console.log(await nodeEnds(many, again, first, 'rolled on'));
  process.exit(0); // The servers end with it.
}

const row = (what: string, few: number[], many: number[], q: number) => ({
  '': what,
  [`${FEW} online`]: quantile(few, q).toFixed(1),
  [`${MANY.toLocaleString('en')} online`]: quantile(many, q).toFixed(1),
  ratio: (quantile(many, q) / quantile(few, q)).toFixed(2),
});

/** Both have as many accounts: only the number of online users differs. */
async function open(count: number): Promise<Stage> {
  const bench = await startBench();
  const second = await startServer(bench.databaseUrl, bench.directory);
  const nodes = [{ url: bench.url, server: bench.server }, second];
  const users = await addUsers(bench, Math.max(FEW, MANY) + 2);
  await bench.database.query('UPDATE user_account SET role = 100 WHERE id = $1', [users[0].id]);
  const members = users.slice(0, MEMBERS);
  const pair = users.slice(-2);
  const ports = nodes.map(portOf);
  const channel = await addChannel(bench, users[0], 'a few', [...members]);
  const everybody = await addChannel(bench, users[0], 'everybody', users.slice(0, count));
  const online = await goOnline(ports, users.slice(0, count));
  const [listener] = await goOnline(ports, pair.slice(1));
  return { bench, nodes, online, members, channel, pair, listener, everybody };
}

async function stopwatch(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const send = ({ bench, members, channel }: Stage, content = 'How much does this cost?') =>
  call<{ id: number }>(bench, members[0], 'POST', 'messages', {
    type: 'channel',
    topic: 'bench',
    to: channel,
    content,
  });

const ofMessage =
  (work: (stage: Stage, id: number) => Promise<unknown>) =>
  async (stage: Stage): Promise<number> => {
    const { id } = await send(stage);
    return stopwatch(() => work(stage, id));
  };

/** Events for all online users have arrived before the next measurement. */
async function presence(stage: Stage): Promise<number> {
  const { bench, members, online } = stage;
  const told = () => online.reduce((sum, { events }) => sum + events, 0);
  const time = await stopwatch(() =>
    call(bench, members[2], 'POST', 'users/me/presence', { status: 'active', ping_only: false, new_user_input: true }),
  );
  for (let before = -1; before !== told();) {
    before = told();
    await delay(200);
  }
  return time;
}

const OPERATIONS: readonly [string, (stage: Stage) => Promise<number>][] = [
  ['a send', (stage) => stopwatch(() => send(stage))],
  [
    'a reaction',
    ofMessage(({ bench, members }, id) =>
      call(bench, members[1], 'POST', `messages/${id}/reactions`, { emoji_name: 'thumbs_up' }),
    ),
  ],
  [
    'an edit',
    ofMessage(({ bench, members }, id) =>
      call(bench, members[0], 'PATCH', `messages/${id}`, { content: 'That much.' }),
    ),
  ],
  ['a deletion', ofMessage(({ bench, members }, id) => call(bench, members[0], 'DELETE', `messages/${id}`))],
  [
    'typing',
    ({ bench, members, channel }) =>
      stopwatch(() =>
        call(bench, members[0], 'POST', 'typing', { type: 'stream', op: 'start', stream_id: channel, topic: 'bench' }),
      ),
  ],
  ['presence', presence],
  [
    'mark as read',
    ofMessage(({ bench, members }, id) =>
      call(bench, members[3], 'POST', 'messages/flags', { messages: [id], op: 'add', flag: 'read' }),
    ),
  ],
  [
    'a registration',
    ({ bench, members }) =>
      stopwatch(() =>
        call(bench, members[4], 'POST', 'register', { event_types: ['message'], fetch_event_types: ['message'] }),
      ),
  ],
];

/**
 * From the answer of a send until the other user received it, while a few users send at full speed in their channel.
 */
async function outsideOfABurst(stage: Stage): Promise<number[]> {
  const { bench, members, pair, listener } = stage;
  const until = performance.now() + SECONDS * 1_000;
  const burst = Array.from({ length: BURST }, async () => {
    while (performance.now() < until) {
      const { id } = await send(stage);
      await call(bench, members[1], 'POST', `messages/${id}/reactions`, { emoji_name: 'thumbs_up' });
      await call(bench, members[0], 'PATCH', `messages/${id}`, { content: 'That much.' });
    }
  });
  const sentAt = new Map<string, number>();
  for (let n = 0; performance.now() < until; n++) {
    const content = `outside ${n}`;
    await call(bench, pair[0], 'POST', 'messages', { type: 'direct', to: [pair[1].id], content });
    sentAt.set(content, performance.now());
    await delay(OUTSIDE_EVERY_MS);
  }
  await Promise.all(burst);
  const heardAt = new Map([...listener.heard].map(([content, at]) => [content.replace(/<[^>]+>/g, ''), at]));
  return [...sentAt].map(([content, at]) => Math.max(0, (heardAt.get(content) ?? Infinity) - at));
}

/** Retries a little later, as a client does after an answer that the server is busy. */
async function accepted(work: () => Promise<unknown>): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; ; await delay(500)) {
    try {
      await work();
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
    }
  }
}

async function queuesHeld(url: string): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text();
  return Number(/^parley_event_queues (\d+)/m.exec(figures)?.[1]);
}

const portOf = ({ url }: Pick<Bench, 'url'>) => Number(new URL(url).port);

type Node = Stage['nodes'][number];

/** The clients of a node continue at the other one while messages to all are sent; none may be lost or repeated. */
async function nodeEnds(stage: Stage, stays: Node, ends: Node, topic: string): Promise<string> {
  const { online, members, everybody } = stage;
  const moving = online.filter((client) => client.port !== portOf(stays));
  const before = online.reduce((sum, client) => sum + client.doubled, 0);
  const answers: number[] = [];
  const began = performance.now();
  const since = () => ((performance.now() - began) / 1_000).toFixed(1);
  let isOver = false;
  let servedAfter = 'never';
  const probes = (async () => {
    while (!isOver) {
      answers.push((await fetch(`${stays.url}/health/ready`)).status);
      if (servedAfter === 'never' && (await queuesHeld(stays.url)) >= online.length) servedAfter = since();
      await delay(100);
    }
  })();
  ends.server.removeAllListeners('exit');
  ends.server.kill('SIGTERM');
  for (let n = 0; n < ROLLED; n++) {
    const message = { type: 'channel', topic: 'bench', to: everybody, content: `${topic}: ${n}` };
    await accepted(() => call(stays, members[0], 'POST', 'messages', message));
    await delay(ROLLED_EVERY_MS);
  }
  const heard = ({ heard }: OnlineClient) =>
    [...heard.keys()].filter((content) => content.includes(`${topic}:`)).length;
  while (online.some((client) => heard(client) < ROLLED) && performance.now() - began < PATIENCE_MS) await delay(100);
  const took = since();
  isOver = true;
  await probes;
  const lost = online.reduce((sum, client) => sum + ROLLED - heard(client), 0);
  const doubled = online.reduce((sum, client) => sum + client.doubled, 0) - before;
  return [
    `A node ends: ${moving.length} clients moved, all had their queue at the other node after ${servedAfter} s;`,
    `${ROLLED} messages to all ${online.length}, one each ${ROLLED_EVERY_MS / 1_000} s, had come after ${took} s,`,
    `${lost} lost, ${doubled} doubled; /health/ready: ${answers.filter((one) => one === 200).length} of ${answers.length} were 200.`,
  ].join(' ');
}

void main();

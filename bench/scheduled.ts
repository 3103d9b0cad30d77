import type { ChildProcess } from 'node:child_process';
import {
  addChannel,
  addUsers,
  Bench,
  BenchUser,
  quantile,
  report,
  startBench,
  startServer,
  stopServer,
} from './support';

const MESSAGES = 10_000;
/** Those of one user are sent one after another. */
const OF_ONE = 2_000;
const USERS = 1_000;
const CHANNELS = 100;
/** Subscribers of a channel. */
const EACH = 50;
const PATIENCE_MS = 300_000;

interface Case {
  readonly what: string;
  readonly senders: readonly BenchUser[];
  readonly messages: number;
  /** Seconds over which the times are spread. */
  readonly within: number;
}

/** Half of them to channels, half between users; the first is due in some seconds, when all are stored. */
async function schedule({ database }: Bench, channelIds: number[], { senders, messages, within }: Case): Promise<void> {
  await database.query(
    `INSERT INTO scheduled_message (organization_id, sender_id, channel_id, recipient_ids, topic, content,
       rendered_content, deliver_at, is_read_by_sender, client)
     SELECT (SELECT min(id) FROM organization), s, CASE WHEN n % 2 = 0 THEN ($2::bigint[])[1 + n / 2 % $3] END,
            CASE WHEN n % 2 = 1 THEN ARRAY[($1::bigint[])[1 + (n / $4 + n) % $4]] END,
            'bench', 'Number ' || n || ' of those *for later*', '',
            date_trunc('second', now()) + interval '5 s' + n * $5::float8 / $6 * interval '1 s', true, 'bench'
     FROM generate_series(0, $6::int - 1) n, LATERAL (SELECT ($1::bigint[])[1 + n % $4] AS s) sender`,
    [senders.map(({ id }) => id), channelIds, channelIds.length, senders.length, within, messages],
  );
}

async function allOut({ database }: Bench): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; ;) {
    const { rows } = await database.query<{ waiting: string }>(
      'SELECT count(*) AS waiting FROM scheduled_message WHERE failure IS NULL AND message_id IS NULL',
    );
    if (Number(rows[0].waiting) === 0) return;
    if (performance.now() > end) throw new Error(`${rows[0].waiting} are still waiting.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function measured(bench: Bench, channelIds: number[], nodes: number, one: Case) {
  await schedule(bench, channelIds, one);
  await allOut(bench);
  const { rows } = await bench.database.query<{ late: number; sent: boolean; first: number; last: number }>(
    `SELECT extract(epoch FROM delivered_at - deliver_at)::float8 AS late, message_id IS NOT NULL AS sent,
            extract(epoch FROM min(deliver_at) OVER ())::float8 AS first,
            extract(epoch FROM max(delivered_at) OVER ())::float8 AS last
     FROM scheduled_message`,
  );
  const { rows: doubled } = await bench.database.query(
    `SELECT content FROM message WHERE content LIKE 'Number %' GROUP BY content HAVING count(*) > 1`,
  );
  const sent = rows.filter((row) => row.sent);
  await bench.database.query('TRUNCATE scheduled_message CASCADE; DELETE FROM message');
  const seconds = rows[0].last - rows[0].first;
  const late = sent.map((row) => row.late);
  return {
    case: one.what,
    nodes,
    sent: sent.length,
    'sent twice': doubled.length,
    'seconds until all are out': seconds.toFixed(1),
    'messages/s': Math.round(sent.length / seconds),
    'late p50, s': quantile(late, 0.5).toFixed(2),
    'late p99, s': quantile(late, 0.99).toFixed(2),
  };
}

async function main(): Promise<void> {
  const bench = await startBench();
  const users = await addUsers(bench, USERS);
  const channelIds: number[] = [];
  for (let n = 0; n < CHANNELS; n++) {
    const people = Array.from({ length: EACH }, (_, at) => users[(n * 10 + at) % USERS]);
    channelIds.push(await addChannel(bench, users[0], `channel ${n}`, people));
  }
  const cases: Case[] = [
    { what: `${MESSAGES} of ${USERS} people, all at the same moment`, senders: users, messages: MESSAGES, within: 0 },
    { what: `${MESSAGES} of ${USERS} people, over one minute`, senders: users, messages: MESSAGES, within: 60 },
    { what: `${OF_ONE} of one person, all at the same moment`, senders: [users[0]], messages: OF_ONE, within: 0 },
  ];
  const rows: Awaited<ReturnType<typeof measured>>[] = [];
  for (const one of cases) rows.push(await measured(bench, channelIds, 1, one));
  const second: { server: ChildProcess } = await startServer(bench.databaseUrl, bench.directory);
  rows.push(await measured(bench, channelIds, 2, cases[0]));
  await stopServer(second.server);
  await bench.stop();
  report('scheduled', 'Scheduled messages that are due together: until all are out', rows);
}

void main();

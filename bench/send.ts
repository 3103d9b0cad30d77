import { Pool, PoolClient } from 'pg';
import { statementsLogged } from './postgres-log';
import { addChannel, addUsers, Bench, BenchUser, call, median, rate, report, startBench } from './support';

const ROUNDS = 9;
const SECONDS = 2;
const CONNECTIONS = 32;
const SAMPLE = 200;

interface Statement {
  text: string;
  name: string;
  values: string[];
}

/** The statements of the server for one send, read from PostgreSQL's own log. */
async function statementsOfASend(bench: Bench, send: () => Promise<unknown>): Promise<Statement[]> {
  const entries = await statementsLogged(bench, send);
  const found: Statement[] = [];
  for (const [i, entry] of entries.entries()) {
    const [, name, statement] = /(?:statement|execute ([^:]+)): ([^]*)/.exec(entry) ?? [];
    if (!statement || /event_log\.xid|pg_snapshot_xmin/.test(statement)) continue; // The reader of the log runs its own queries.
    const detail = /DETAIL:\s+[Pp]arameters: ([^]*)/.exec(entries[i + 1] ?? '')?.[1] ?? '';
    const values = [...detail.matchAll(/\$\d+ = (?:'((?:[^']|'')*)'|NULL)/g)].map(([, value]) =>
      value?.replaceAll("''", "'"),
    );
    found.push({ text: statement.trim(), name: name ?? '', values });
  }
  return found;
}

/** The same statements in the same order, sent by a loop that does nothing else. */
async function bareSend(client: PoolClient, statements: Statement[]): Promise<void> {
  let position = '';
  for (const [i, { text, values }] of statements.entries()) {
    const isWrite = text.includes('INSERT INTO message');
    const actual = isWrite ? [position, ...values.slice(1)] : values;
    const { rows } = await client.query({ name: values.length > 0 ? `bare${i}` : undefined, text, values: actual });
    if (rows?.[0]?.position) position = String(rows[0].position);
  }
}

async function walBytes({ database }: Bench): Promise<number> {
  return Number((await database.query("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS n")).rows[0].n);
}

async function walOfASend(bench: Bench, send: () => Promise<unknown>): Promise<number> {
  await bench.database.query('CHECKPOINT');
  for (let i = 0; i < 50; i++) await send(); // The first write to a page after a checkpoint contains the page.
  const before = await walBytes(bench);
  for (let i = 0; i < SAMPLE; i++) await send();
  return Math.round(((await walBytes(bench)) - before) / SAMPLE);
}

async function main(): Promise<void> {
  const bench = await startBench();
  const users = await addUsers(bench, 5_000);
  const senders = users.slice(0, CONNECTIONS);
  const small = await addChannel(bench, users[0], 'ten', users.slice(0, 10));
  const large = await addChannel(bench, users[0], 'thousands', users);
  const sendTo = (channel: number, sender: BenchUser) => () =>
    call(bench, sender, 'POST', 'messages', {
      type: 'channel',
      to: channel,
      topic: 'bench',
      content: 'How much does this cost?',
    });
  const load = (channel: number) => {
    let turn = 0;
    return rate(CONNECTIONS, SECONDS, () => sendTo(channel, senders[turn++ % 10])());
  };

  await load(small); // warm-up
  await sendTo(large, users[1])(); // The delivery has the subscribers in its cache.
  const statements = {
    small: await statementsOfASend(bench, sendTo(small, users[1])),
    large: await statementsOfASend(bench, sendTo(large, users[1])),
  };
  const wal = {
    small: await walOfASend(bench, sendTo(small, users[1])),
    large: await walOfASend(bench, sendTo(large, users[1])),
  };

  const pool = new Pool({ connectionString: bench.databaseUrl, max: CONNECTIONS });
  const bare = () =>
    rate(CONNECTIONS, SECONDS, async () => {
      const client = await pool.connect();
      await bareSend(client, statements.small).finally(() => client.release());
    });
  await bare();

  const rounds: { small: number; large: number; bare: number }[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const [first, second] = i % 2 ? (['large', 'small'] as const) : (['small', 'large'] as const);
    const measured = {
      [first]: await load(first === 'small' ? small : large),
      [second]: await load(second === 'small' ? small : large),
    };
    rounds.push({ small: measured.small, large: measured.large, bare: await bare() });
  }
  console.log(statements.small.map(({ text }) => text.replace(/\s+/g, ' ').slice(0, 200)).join('\n'));
  const per = (key: 'small' | 'large' | 'bare') => Math.round(median(rounds.map((round) => round[key])));
  report('send', `A plain send, ${CONNECTIONS} connections, median of ${ROUNDS} interleaved rounds`, [
    {
      case: 'channel of 10',
      statements: statements.small.length,
      'WAL bytes': wal.small,
      'sends/s': per('small'),
      ratio: '',
    },
    {
      case: 'channel of 5,000',
      statements: statements.large.length,
      'WAL bytes': wal.large,
      'sends/s': per('large'),
      ratio: `${median(rounds.map((round) => round.large / round.small)).toFixed(2)} of the channel of 10`,
    },
    {
      case: 'the same statements in a bare loop',
      statements: statements.small.length,
      'WAL bytes': '',
      'sends/s': per('bare'),
      ratio: `the server does ${median(rounds.map((round) => round.small / round.bare)).toFixed(2)} of it`,
    },
  ]);
  await pool.end();
  await bench.stop();
}

void main();

import { ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'pg';
import { TAIL_QUERY } from '../../libs/realtime/src/records/event-log.repository';

const BATCH = 1_000;
const BUSY_MS = 5;
/** Of a row: xid, ordinal, organization, kind, audience, payload, time; as texts. */
type Texts = readonly string[];

const { TAIL_DATABASE: database = '', TAIL_SHARES_WITH: sharesWith = '0', TAIL_HEARS: hears } = process.env;

/** Milliseconds from the beginning of each entry's transaction to its JSON in this process. */
const waits: number[] = [];

function take(rows: readonly Texts[]): void {
  const now = Date.now();
  for (const [, , , , audience, payload, toldAt] of rows) {
    JSON.parse(audience);
    JSON.parse(payload);
    waits.push(now - Number(toldAt) * 1_000);
  }
}

/** One process of a machine: reads the log itself, for others too, or hears from another process what is in it. */
async function main(): Promise<void> {
  process.on('message', (message: readonly Texts[] | 'report') => {
    if (message === 'report') process.send!(waits.splice(0));
    else take(message);
  });
  if (hears) return void process.send!('ready');
  const others = Array.from({ length: Number(sharesWith) }, hearing);
  const client = new Client({ connectionString: database, types: { getTypeParser: () => (text: unknown) => text } });
  await client.connect();
  const { rows } = await client.query<{ xid: string }>('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid');
  let cursor = [rows[0].xid, '-1'];
  process.send!('ready');
  for (;;) {
    const { rows: read } = await client.query<string[]>({
      ...TAIL_QUERY,
      values: [...cursor, BATCH],
      rowMode: 'array',
    });
    if (read.length > 0) {
      cursor = read.at(-1)!.slice(0, 2);
      for (const other of others) other.send(read);
      take(read);
    }
    await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
  }
}

/** What it has measured goes on to the process that started this one. */
function hearing(): ChildProcess {
  const child = fork(join(__dirname, '../run.js'), ['load/tail-process'], {
    env: { ...process.env, TAIL_HEARS: 'yes' },
    serialization: 'advanced',
  });
  child.on('message', (measured) => {
    if (Array.isArray(measured)) waits.push(...(measured as number[]));
  });
  process.on('message', (message) => message === 'report' && child.send('report'));
  process.once('disconnect', () => process.exit());
  return child;
}

process.once('disconnect', () => process.exit());
void main();

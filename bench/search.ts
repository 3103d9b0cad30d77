import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { figures, logDurations, Row, stopLogging, timed } from './history/database-time';
import { BenchOrganization, Member, openOrganization } from './organization/open';
import { WORDS } from './organization/words';
import { Bench, call, median, quantile, report } from './support';

const ROUNDS = 15;
const SENDS = 40;

type Term = { operator: string; operand: string | number | readonly number[] };

/** Search in an organization of a million messages: the time of a search, and the delay of the index. */
async function main(): Promise<void> {
  const organization = await openOrganization();
  const { bench } = organization;
  try {
    await logDurations(bench);
    report('search', 'GET /messages, the 100 newest of a million with given words', await searches(organization));
    stopLogging(bench);
    report('search-index', 'The index of words', await index(organization));
  } finally {
    await bench.stop();
  }
}

async function searches({ bench, people, channels }: BenchOrganization): Promise<Row[]> {
  const { ordinary, quiet, wide } = people;
  const channel = (at: number): Term => ({ operator: 'channel', operand: channels[at] });
  const places: [string, Member, Term[]][] = [
    ['50 channels', ordinary, []],
    ['50 quiet channels', quiet, []],
    ['200 channels, 2,000 conversations', wide, []],
    ['a busy channel', ordinary, [channel(0)]],
    ['a quiet channel', quiet, [channel(199)]],
    ['all public channels', ordinary, [{ operator: 'channels', operand: 'public' }]],
    ['direct messages', wide, [{ operator: 'is', operand: 'dm' }]],
  ];
  const words = {
    'in 20 messages': WORDS.rare,
    'in 1 %': WORDS.onePercent,
    'in 20 %': WORDS.twentyPercent,
    'both of these': `${WORDS.onePercent} ${WORDS.twentyPercent}`,
    'in none': 'unheardof',
    'in 20 %, in a rare phrase': `"${WORDS.twentyPercent} ${WORDS.onePercent}"`,
  };
  const rows: Row[] = [];
  for (const [where, user, terms] of places) {
    for (const [what, written] of Object.entries(words)) {
      const narrow = [...terms, { operator: 'search', operand: written }];
      const parameters = { anchor: 'newest', num_before: 100, num_after: 0, narrow };
      let found = 0;
      const ask = async () => {
        found = (await call<{ messages: unknown[] }>(bench, user, 'GET', 'messages', parameters)).messages.length;
      };
      const time = figures(await timed(bench, ROUNDS, ask));
      rows.push({ where, 'a word': what, found, ...time });
    }
  }
  return rows;
}

async function index(organization: BenchOrganization): Promise<Row[]> {
  const { bench } = organization;
  const waits: number[] = [];
  for (let send = 0; send < SENDS; send++) waits.push(await untilIndexed(organization));
  const found = await sendThenSearch(organization);
  const { rows } = await bench.database.query<{ all: string; words: string }>(
    "SELECT pg_total_relation_size('message_search') AS all, pg_relation_size('message_search_words') AS words",
  );
  const began = performance.now();
  await rebuild(bench);
  const seconds = (performance.now() - began) / 1_000;
  const count = await bench.database.query<{ count: string }>('SELECT count(*) FROM message_search');
  const megabytes = (bytes: string) => `${(Number(bytes) / 1e6).toFixed(0)} MB`;
  return [
    { what: 'from the answer of a send until it is indexed, median', value: `${median(waits).toFixed(0)} ms` },
    { what: 'the slowest of twenty', value: `${quantile(waits, 0.95).toFixed(0)} ms` },
    { what: 'a search right after a send, with indexing it, median', value: `${found.toFixed(1)} ms` },
    { what: 'table and index', value: megabytes(rows[0].all) },
    { what: 'of which the index of words', value: megabytes(rows[0].words) },
    {
      what: '`search rebuild` beside the server, messages a second',
      value: (Number(count.rows[0].count) / seconds).toFixed(0),
    },
  ];
}

let sent = 0;

async function send({ bench, people, channels }: BenchOrganization): Promise<{ id: number; word: string }> {
  const word = `word${process.pid}x${sent++}`;
  const parameters = { type: 'stream', to: channels[0], topic: 'bench', content: `A new ${word} for all of us` };
  return { ...(await call<{ id: number }>(bench, people.ordinary, 'POST', 'messages', parameters)), word };
}

async function untilIndexed(organization: BenchOrganization): Promise<number> {
  const { id } = await send(organization);
  const began = performance.now();
  for (;;) {
    const { rowCount } = await organization.bench.database.query('SELECT FROM message_search WHERE message_id = $1', [
      id,
    ]);
    if (rowCount) return performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function sendThenSearch(organization: BenchOrganization): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < SENDS; round++) {
    const { id, word } = await send(organization);
    const narrow = [{ operator: 'search', operand: word }];
    const began = performance.now();
    const { messages } = await call<{ messages: { id: number }[] }>(
      organization.bench,
      organization.people.ordinary,
      'GET',
      'messages',
      { anchor: 'newest', num_before: 10, num_after: 0, narrow },
    );
    times.push(performance.now() - began);
    if (messages[0]?.id !== id) throw new Error('What was sent was not found.');
  }
  return median(times);
}

async function rebuild({ databaseUrl, directory }: Bench): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [join(__dirname, '../dist/apps/server/src/cli.js'), 'search', 'rebuild'],
    {
      env: { ...process.env, DATABASE_URL: databaseUrl, PARLEY_DATA_DIR: directory },
    },
  );
}

void main();

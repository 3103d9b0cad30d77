import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figures, logDurations, planOf, Row, stopLogging, timed } from './history/database-time';
import { BenchOrganization, Member, openOrganization } from './organization/open';
import { readStates } from './history/read-state-figures';
import { sends } from './history/send-figures';
import { storage } from './history/storage-figures';
import { WORDS } from './organization/words';
import { call, report } from './support';

const ROUNDS = 15;

type Narrow = readonly (readonly [string, string | number] | { operator: string; operand: unknown })[];

/** Reading and flags in an organization of a million messages (issue: messages, narrows, flags). */
async function main(): Promise<void> {
  const organization = await openOrganization();
  const { bench } = organization;
  try {
    report('history-storage', 'What a million messages take', await storage(organization));
    await logDurations(bench);
    await pages(organization);
    report('history-reading', 'Read state, derived and as a row for each recipient', await readStates(organization));
    stopLogging(bench);
    report('history-sends', 'Sends a second', await sends(organization));
  } finally {
    await bench.stop();
  }
}

interface Case {
  readonly what: string;
  readonly user: Member;
  readonly narrow?: Narrow;
  readonly anchor?: string | number;
}

async function pages({ bench, people, channels }: BenchOrganization): Promise<void> {
  const { ordinary, quiet, wide, reader, stuck } = people;
  const id = (at: number) => channels[at];
  const { rows } = await bench.database.query<{ topic: string }>(
    'SELECT topic FROM message WHERE channel_id = $1 GROUP BY topic ORDER BY count(*) DESC LIMIT 1',
    [id(0)],
  );
  const topic = rows[0].topic;
  const partner = await bench.database.query<{ people: string[] }>(
    `SELECT participant_ids AS people FROM conversation WHERE $1 = ANY (participant_ids) ORDER BY id LIMIT 1`,
    [ordinary.id],
  );
  const search = (word: string): Narrow => [['search', word]];
  const cases: Case[] = [
    { what: 'a busy channel', user: ordinary, narrow: [{ operator: 'channel', operand: id(0) }] },
    { what: 'a quiet channel', user: quiet, narrow: [{ operator: 'channel', operand: id(199) }] },
    { what: 'a topic', user: ordinary, narrow: [{ operator: 'channel', operand: id(0) }, ['topic', topic]] },
    { what: 'everything, 50 channels', user: ordinary },
    { what: 'everything, 50 quiet channels', user: quiet },
    { what: 'everything, 200 channels and 2,000 conversations', user: wide },
    {
      what: 'a conversation',
      user: ordinary,
      narrow: [{ operator: 'dm', operand: partner.rows[0].people.map(Number) }],
    },
    { what: 'is:dm', user: ordinary, narrow: [['is', 'dm']] },
    { what: 'is:dm, 2,000 conversations', user: wide, narrow: [['is', 'dm']] },
    { what: 'is:unread', user: ordinary, narrow: [['is', 'unread']] },
    { what: 'is:unread, of 5,000', user: reader, narrow: [['is', 'unread']] },
    { what: 'is:unread, of 5,000 without a floor', user: stuck, narrow: [['is', 'unread']] },
    { what: 'is:starred', user: ordinary, narrow: [['is', 'starred']] },
    { what: 'is:mentioned', user: ordinary, narrow: [['is', 'mentioned']] },
    { what: 'first unread, of 5,000', user: reader, anchor: 'first_unread' },
    { what: 'search for a rare word', user: ordinary, narrow: search(WORDS.rare) },
    { what: 'search for a word in 1 %', user: ordinary, narrow: search(WORDS.onePercent) },
    { what: 'search for a word in 20 %', user: ordinary, narrow: search(WORDS.twentyPercent) },
    {
      what: 'deep in a busy channel',
      user: ordinary,
      narrow: [{ operator: 'channel', operand: id(0) }],
      anchor: 300_000,
    },
    { what: 'deep in everything', user: ordinary, anchor: 300_000 },
    { what: 'deep in everything, 50 quiet channels', user: quiet, anchor: 300_000 },
  ];
  const table: Row[] = [];
  const plans: string[] = [];
  for (const { what, user, narrow = [], anchor = 'newest' } of cases) {
    const parameters = { anchor: String(anchor), num_before: 100, num_after: 0, narrow };
    const time = await timed(bench, ROUNDS, () => call(bench, user, 'GET', 'messages', parameters));
    table.push({ what, ...figures(time) });
    plans.push(
      `## ${what}\n\n${time.slowest.ms.toFixed(1)} ms\n\n\`\`\`\n${await planOf(bench, time.slowest)}\n\`\`\`\n`,
    );
  }
  report('history-pages', 'GET /messages, the 100 newest of a million', table);
  writeFileSync(
    join(__dirname, 'results', 'history-plans.md'),
    `# Plans of the slowest statement of each page\n\n${plans.join('\n')}`,
  );
}

void main();

import { hash } from '@node-rs/argon2';
import { Browser, chromium } from 'playwright-core';
import { Member, openOrganization } from './organization/open';
import { TEAM } from './organization/plan';
import { median, quantile, report } from './support';
import { cold } from './web/cold';
import { calibrationMs, loggedIn, Place } from './web/places';
import { batch, Outcome, ownMessage, passing, switches, typing } from './web/steps';

const PASSWORD = 'a long enough secret';
const MESSAGES = 100_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const ONLY = process.env.BENCH_ONLY?.split(',');

const STEPS: readonly Step[] = [
  { name: 'cold', what: 'first message, empty cache, 4x, 40 ms round trip', aim: '2,000', take: cold, rounds: ROUNDS },
  { name: 'switch', what: 'switch of channel, messages in memory', aim: '50', take: switches, rounds: ROUNDS },
  { name: 'own', what: 'own message shown after Enter', aim: 'next frame', take: ownMessage, rounds: ROUNDS },
  { name: 'typing', what: 'longest task while typing, 4x', aim: '50', take: typing, rounds: ROUNDS },
  { name: 'batch', what: 'longest task of 1,000 events at once', aim: '50', take: batch, rounds: ROUNDS },
  { name: 'passing', what: 'heap after 500 switches and passing messages', aim: '80 MB', take: passing, rounds: 1 },
];

interface Step {
  readonly name: string;
  readonly what: string;
  readonly aim: string;
  readonly rounds: number;
  take(browser: Browser, place: Place): Promise<Outcome>;
}

/** The times of the browser client in a real Chromium, each beside a page that does a known amount of work. */
async function main(): Promise<void> {
  const { bench, people, users, channels } = await openOrganization({}, MESSAGES, TEAM);
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    await bench.database.query('UPDATE user_account SET password_hash = $1 WHERE id = ANY ($2)', [
      await hash(PASSWORD),
      [people.ordinary.id],
    ]);
    const place: Place = {
      bench,
      viewer: people.ordinary,
      sender: await neighbour(users, people.ordinary),
      channels: channels.filter((_, at) => at < 60 && at % 3 === 0 && at % 5 !== 0).slice(0, 8),
      state: await loggedIn(browser, bench.url, people.ordinary, PASSWORD),
    };
    const rows: Record<string, string | number>[] = [];
    for (const { name, what, aim, rounds, take } of STEPS) {
      if (ONLY && !ONLY.includes(name)) continue;
      const [ours, calibration, notes]: [number[], number[], Set<string>] = [[], [], new Set()];
      for (let round = 0; round < rounds; round++) {
        calibration.push(await calibrationMs(browser));
        const { values, note } = await take(browser, place);
        ours.push(...values);
        if (note) notes.add(note);
      }
      rows.push({
        what,
        aim,
        median: median(ours).toFixed(1),
        p95: quantile(ours, 0.95).toFixed(1),
        'beside the known page': (median(ours) / median(calibration)).toFixed(2),
        'known page, ms': median(calibration).toFixed(0),
        notes: [...notes].join('; '),
      });
      console.error(JSON.stringify(rows.at(-1)));
    }
    const title = `The browser client: ${TEAM.users} people, ${TEAM.channels} channels, 100,000 messages`;
    report('web', `${title}, ${ROUNDS} rounds, milliseconds unless a unit is given`, rows);
  } finally {
    await browser.close();
    await bench.stop();
  }
}

/** Another user, who writes to the channels of the viewer. */
const neighbour = async (users: readonly Member[], viewer: Member): Promise<Member> =>
  users.find((_, at) => at === 8 && users[at].id !== viewer.id)!;

void main();

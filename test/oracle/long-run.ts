import { ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import setUp from '../support/global-setup';
import tearDown from '../support/global-teardown';
import type { Errand, News } from './lane';

const SEQUENCES = Number(process.env.PARLEY_ORACLE_SEQUENCES);
const SEED = Number(process.env.PARLEY_ORACLE_SEED);
const STEPS = Number(process.env.PARLEY_ORACLE_STEPS);
const LANES = Number(process.env.PARLEY_ORACLE_LANES);

/** The history before a sequence begins: so many steps, of so many seeds for each lane, that no sequence has. */
const PRELUDE = 16;
const PRELUDES_A_LANE = 24;
const FIRST_PRELUDE_SEED = 2 ** 30;
const PROGRESS_MS = 15_000;

const startedAt = Date.now();
const counts = { played: 0, actions: 0, notices: 0, found: 0 };
const lanes: ChildProcess[] = [];

function say(what: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
}

function sayHowFar(): void {
  const { played, actions, notices, found } = counts;
  const rate = (played / ((Date.now() - startedAt) / 1_000)).toFixed(2);
  const done = `${played} of ${SEQUENCES} sequences, ${actions} actions, ${notices} notifications`;
  say(`${done}, ${found} found, ${rate} sequences a second`);
}

function take(news: News): void {
  if (news.say === 'played') {
    counts.played++;
    counts.actions += news.actions;
    counts.notices += news.notices;
  }
  if (news.say === 'found') {
    counts.found++;
    say(news.what);
  }
}

/** Resolves with whether it has succeeded. */
function runLane(errand: Errand): Promise<boolean> {
  const lane = fork(join(__dirname, 'lane.ts'), {
    env: { ...process.env, PARLEY_ORACLE_LANE: JSON.stringify(errand) },
  });
  lanes.push(lane);
  lane.on('message', take);
  return new Promise((resolve) => lane.on('exit', (code) => resolve(code === 0)));
}

async function runAll(): Promise<void> {
  await setUp();
  const progress = setInterval(sayHowFar, PROGRESS_MS);
  const seeds = Array.from({ length: SEQUENCES }, (_, at) => SEED + at);
  const size = Math.min(PRELUDES_A_LANE, Math.ceil(SEQUENCES / LANES));
  const errands = Array.from({ length: LANES }, (_, lane) => ({
    seeds: seeds.filter((seed) => seed % LANES === lane),
    steps: STEPS,
    preludes: Array.from({ length: size }, (_, at) => ({
      seed: FIRST_PRELUDE_SEED + SEED + lane * PRELUDES_A_LANE + at,
      length: PRELUDE,
    })),
  }));
  const areWell = await Promise.all(errands.map(runLane));
  clearInterval(progress);
  sayHowFar();
  await tearDown();
  if (counts.found > 0 || areWell.includes(false)) process.exitCode = 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    sayHowFar();
    for (const lane of lanes) lane.kill();
  });
void runAll();

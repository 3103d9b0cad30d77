import { join } from 'node:path';
import { readPostmaster } from '../libs/platform/src/database/embedded/postmaster-file';
import { ChannelGroup } from './load/channel-group';
import { cpuSeconds } from './load/cpu';
import { flatOut, Group, Outcome, paced } from './load/load';
import { ProsodyServer } from './prosody/prosody-server';
import { RoomGroup } from './prosody/room-group';
import { setOnly } from './postgres-setting';
import { addChannel, addUsers, Bench, median, report, startBench } from './support';

const MEMBERS = 100;
const SENDERS = 32;
const ROUNDS = 5;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const PACE = 50;

/** One server with a hundred users online in one place. */
interface Rival {
  readonly name: string;
  readonly durability: string;
  readonly group: Group;
  cpu(): number;
  /** Before its turn. */
  prepare?(): Promise<void>;
}

interface Turn {
  readonly full: Outcome;
  readonly steady: Outcome;
  /** Milliseconds of a processor for a thousand deliveries, at full load. */
  readonly cpu: number;
}

const IN_THE_PAGE_CACHE = 'in the page cache: outlives a killed process, not a power cut';
const ON_DISK = 'on disk (fsync) before it is accepted';

/**
 * Group messages with all users online, beside Prosody: each with its defaults, and each with the other's durability.
 */
async function main(): Promise<void> {
  const bench = await startBench();
  const users = await addUsers(bench, MEMBERS);
  const channel = await addChannel(bench, users[0], 'hundred', users);
  const port = Number(new URL(bench.url).port);
  const members = await ChannelGroup.open(port, users, channel, { senders: SENDERS, listeners: MEMBERS });
  const names = users.map((_, at) => `member${at}`);
  const prosodies = [await ProsodyServer.start(names, false)];
  const synchronous = await ProsodyServer.start(names, true).catch((error: Error) => {
    console.error(`Prosody cannot be made to write through to the disk here: ${error.message}`);
  });
  if (synchronous) prosodies.push(synchronous);
  const rooms = await Promise.all(prosodies.map((prosody) => RoomGroup.open(prosody.port, names, SENDERS)));

  const rivals: Rival[] = [
    ...prosodies.map((prosody, at) => ({
      name: `${ProsodyServer.version}, room and archive${at === 0 ? '' : ', directory with synchronous writes'}`,
      durability: at === 0 ? IN_THE_PAGE_CACHE : ON_DISK,
      group: rooms[at],
      cpu: () => cpuSeconds(prosody.child.pid!),
    })),
    ...[false, true].map((isDurable) => ({
      name: isDurable ? 'Parley' : 'Parley, PostgreSQL with fsync=off',
      durability: isDurable ? ON_DISK : IN_THE_PAGE_CACHE,
      group: members,
      cpu: () => cpuSeconds(bench.server.pid!) + cpuSeconds(readPostmaster(join(bench.directory, 'postgres'))!.pid),
      prepare: () => setDurability(bench, isDurable),
    })),
  ];

  const turns = new Map<Rival, Turn[]>(rivals.map((rival) => [rival, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const rival of round % 2 ? rivals : [...rivals].reverse()) {
      const turn = await take(rival, round === 0 ? 1 : SECONDS);
      if (round > 0) turns.get(rival)!.push(turn); // The first round warms up.
    }
  }
  report(
    'prosody',
    `Group messages, ${MEMBERS} members online, ${SENDERS} of whom send; median of ${ROUNDS} interleaved rounds of ${SECONDS} s`,
    rivals.map((rival) => row(rival, turns.get(rival)!)),
    'durability as said of each',
  );
  await members.close();
  for (const room of rooms) room.close();
  for (const prosody of prosodies) await prosody.stop();
  await bench.stop();
}

async function take({ group, cpu, prepare }: Rival, seconds: number): Promise<Turn> {
  await prepare?.();
  const before = cpu();
  const full = await flatOut(group, seconds);
  const spent = cpu() - before;
  const steady = await paced(group, PACE, seconds);
  return { full, steady, cpu: (spent * 1_000) / ((full.messages * group.size) / 1_000) };
}

/** Pending writes of the other server are not part of the turn. */
async function setDurability({ database, directory }: Bench, isDurable: boolean): Promise<void> {
  setOnly(directory, { fsync: isDurable ? 'on' : 'off' });
  const isSet = async () =>
    (await database.query<{ fsync: string }>('SHOW fsync')).rows[0].fsync === (isDurable ? 'on' : 'off');
  while (!(await isSet())) await new Promise((resolve) => setTimeout(resolve, 20));
  await database.query('CHECKPOINT');
}

function row({ name, durability }: Rival, turns: readonly Turn[]): Record<string, string | number> {
  const of = (pick: (turn: Turn) => number) => median(turns.map(pick));
  const sum = (pick: (outcome: Outcome) => number) =>
    turns.reduce((all, { full, steady }) => all + pick(full) + pick(steady), 0);
  return {
    server: name,
    'an accepted message is': durability,
    'messages/s': Math.round(of(({ full }) => full.rate)),
    'deliveries/s': Math.round(of(({ full }) => full.deliveries)),
    'server CPU, ms for 1,000 deliveries': of(({ cpu }) => cpu).toFixed(1),
    [`at ${PACE}/s: p50, ms`]: of(({ steady }) => steady.p50).toFixed(1),
    'p99, ms': of(({ steady }) => steady.p99).toFixed(1),
    deliveries: sum(({ messages }) => messages * MEMBERS),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
  };
}

void main().then(() => process.exit(0));

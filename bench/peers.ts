import { join } from 'node:path';
import { readPostmaster } from '../libs/platform/src/database/embedded/postmaster-file';
import { ChannelGroup } from './load/channel-group';
import { cpuSeconds } from './load/process-tree';
import { flatOut, Group, Outcome, paced } from './load/load';
import { StreamGroup } from './load/stream-group';
import { idleMemory } from './peers/idle-memory';
import { EjabberdServer } from './peers/ejabberd-server';
import { ProsodyServer } from './peers/prosody-server';
import { RoomGroup } from './peers/room-group';
import { XmppClient } from './peers/xmpp-client';
import { setOnly } from './postgres-setting';
import { addChannel, addUsers, Bench, median, report, startBench } from './support';

const MEMBERS = 100;
const SENDERS = 32;
/** Users who are logged in and do nothing, for the memory of a connection: so many that what their logins leave behind is little. */
const IDLE = Number(process.env.BENCH_IDLE ?? 4_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const PACE = 50;

/** One server with a hundred users online in one place. */
interface Rival {
  readonly name: string;
  readonly durability: string;
  readonly group: Group;
  /** Bytes of the server for each connection that waits; absent: not measured. */
  readonly idleBytes?: number;
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

interface Team {
  readonly rivals: readonly Rival[];
  stop(): Promise<void>;
}

const IN_THE_PAGE_CACHE = 'in the page cache: outlives a killed process, not a power cut';
const ON_DISK = 'on disk (fsync) before it is accepted';

/** Group messages with all users online, beside Prosody and ejabberd: what outlives a power cut, and what does not. */
async function main(): Promise<void> {
  const bench = await startBench();
  const names = Array.from({ length: Math.max(MEMBERS, IDLE) }, (_, at) => `member${at}`);
  const teams = [
    await prosody(names, false),
    await prosody(names, true),
    await ejabberd(bench, names),
    await parley(bench),
  ];
  const rivals = teams.flatMap((team) => team?.rivals ?? []);

  const turns = new Map<Rival, Turn[]>(rivals.map((rival) => [rival, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const rival of round % 2 ? rivals : [...rivals].reverse()) {
      const turn = await take(rival, round === 0 ? 1 : SECONDS);
      if (round > 0) turns.get(rival)!.push(turn); // The first round warms up.
    }
  }
  report(
    'peers',
    `Group messages, ${MEMBERS} members online, ${SENDERS} of whom send; median of ${ROUNDS} interleaved rounds of ${SECONDS} s`,
    rivals.map((rival) => row(rival, turns.get(rival)!)),
    'durability as said of each',
  );
  for (const team of teams) await team?.stop();
  await bench.stop();
}

async function prosody(names: readonly string[], isSynchronous: boolean): Promise<Team | undefined> {
  const server = await ProsodyServer.start(names, isSynchronous).catch(warnOf('Prosody'));
  if (!server) return undefined;
  const { group, idleBytes } = await inRoom(server, names);
  const rival = {
    name: `${ProsodyServer.version}, room and archive${isSynchronous ? ', directory with synchronous writes' : ''}`,
    durability: isSynchronous ? ON_DISK : IN_THE_PAGE_CACHE,
    group,
    idleBytes,
    cpu: () => cpuSeconds(server.pid),
  };
  return { rivals: [rival], stop: () => stopAll(group, server) };
}

/** Its archive is in the PostgreSQL of Parley. */
async function ejabberd(bench: Bench, names: readonly string[]): Promise<Team | undefined> {
  const server = await EjabberdServer.start(names, bench.database).catch(warnOf('ejabberd'));
  if (!server) return undefined;
  const { group, idleBytes } = await inRoom(server, names);
  const cpu = () => cpuSeconds(server.pid) + postgresCpu(bench);
  const rivals = [true, false].map((isDurable) => ({
    name: `${EjabberdServer.version}, room, archive in PostgreSQL${isDurable ? '' : ' with fsync=off'}`,
    ...inPostgres(bench, isDurable),
    ...{ group, idleBytes, cpu },
  }));
  const stop = async () => {
    const kept = await server.archived();
    if (kept !== group.sent) throw new Error(`ejabberd has ${kept} of ${group.sent} messages in its archive`);
    await stopAll(group, server);
  };
  return { rivals, stop };
}

async function parley(bench: Bench): Promise<Team> {
  const users = await addUsers(bench, Math.max(2 * MEMBERS, IDLE));
  const port = Number(new URL(bench.url).port);
  const [polling, streaming] = [users.slice(0, MEMBERS), users.slice(MEMBERS, 2 * MEMBERS)];
  const pollsIn = await addChannel(bench, polling[0], 'hundred polls', polling);
  const streamsIn = await addChannel(bench, streaming[0], 'hundred streams', streaming);
  const waiting = (at: number) => ChannelGroup.open(port, [users[at]], pollsIn, { senders: 0, listeners: 1 });
  const idleBytes = await idleMemory(bench.server.pid!, users.length, waiting);
  const polls = await ChannelGroup.open(port, polling, pollsIn, { senders: SENDERS, listeners: MEMBERS });
  const streams = await StreamGroup.open(port, streaming, streamsIn, SENDERS);
  const cpu = () => cpuSeconds(bench.server.pid!) + postgresCpu(bench);
  const ways = [
    { way: 'long polls', group: polls, idleBytes },
    { way: 'streams', group: streams },
  ];
  const rivals = ways.flatMap(({ way, group, idleBytes }) =>
    [true, false].map((isDurable) => ({
      name: `Parley, ${way}${isDurable ? '' : ', PostgreSQL with fsync=off'}`,
      ...inPostgres(bench, isDurable),
      ...{ group, idleBytes, cpu },
    })),
  );
  return { rivals, stop: () => Promise.all([polls.close(), streams.close()]).then(() => undefined) };
}

async function inRoom(
  { pid, port }: { pid: number; port: number },
  names: readonly string[],
): Promise<{ group: RoomGroup; idleBytes: number }> {
  const idleBytes = await idleMemory(pid, names.length, (at) => XmppClient.logIn(port, names[at]));
  return { group: await RoomGroup.open(port, names.slice(0, MEMBERS), SENDERS), idleBytes };
}

async function stopAll(group: RoomGroup, server: { stop(): Promise<void> }): Promise<void> {
  group.close();
  await server.stop();
}

const inPostgres = (bench: Bench, isDurable: boolean) => ({
  durability: isDurable ? ON_DISK : IN_THE_PAGE_CACHE,
  prepare: () => setDurability(bench, isDurable),
});

const postgresCpu = ({ directory }: Bench): number => cpuSeconds(readPostmaster(join(directory, 'postgres'))!.pid);

const warnOf = (name: string) => (error: Error) => console.error(`without this ${name}: ${error.message}`);

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

function row({ name, durability, idleBytes }: Rival, turns: readonly Turn[]): Record<string, string | number> {
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
    'kB for an idle connection': idleBytes === undefined ? '-' : (idleBytes / 1_000).toFixed(0),
    deliveries: sum(({ messages }) => messages * MEMBERS),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
  };
}

void main().then(() => process.exit(0));

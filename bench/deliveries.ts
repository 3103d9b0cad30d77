import { setTimeout as delay } from 'node:timers/promises';
import { ChannelGroup } from './load/channel-group';
import { cpuSeconds } from './load/process-tree';
import { flatOut, type Group } from './load/load';
import { LogWriter } from './load/log-writer';
import { StreamGroup } from './load/stream-group';
import { Tally } from './load/tally';
import { addChannel, addUsers, Bench, BenchUser, median, quantile, report, startBench } from './support';

const LISTENERS = Number(process.env.BENCH_LISTENERS ?? 100);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** The build of another version, to compare with: a worktree with its `dist`. */
const OTHER = process.env.BENCH_OTHER;
/** At a pace, and as fast as the slowest reader allows. */
const PACES = process.env.BENCH_PACES?.split(',').filter(Boolean).map(Number) ?? [300];
const TICK_MS = 5;
const KINDS = process.env.BENCH_ONLY?.split(',') ?? ['polls', 'streams'];
/** Messages that readers may lag behind, when there is no pace. */
const WINDOWS = process.env.BENCH_WINDOWS?.split(',').filter(Boolean).map(Number) ?? [32, 1_000];
const PATIENCE_MS = 20_000;
/** Users who send as fast as the server accepts, in the last measurement of each visit. */
const SENDERS = 32;

interface Version {
  readonly name: string;
  readonly bench: Bench;
  readonly writer: LogWriter;
  readonly users: readonly BenchUser[];
  readonly channel: number;
}

interface Visit {
  readonly deliveries: number;
  /** Microseconds of the node's processor for each delivery. */
  readonly cost: number;
  /** Likewise of this process, which reads as all clients. */
  readonly reading: number;
  readonly p50: number;
  readonly p99: number;
  readonly lost: number;
  readonly doubled: number;
}

/** Entries of the log to clients that wait: deliveries a second and the processor time of one. */
async function main(): Promise<void> {
  const versions = [
    await open('this version', process.env.BENCH_THIS),
    ...(OTHER ? [await open('other version', OTHER)] : []),
  ];
  const visits = new Map<string, Visit[]>();
  const note = (key: string, visit: Visit) => visits.set(key, [...(visits.get(key) ?? []), visit]);
  try {
    for (let round = 0; round <= ROUNDS; round++)
      for (const [kind, version] of versions.flatMap((version) => KINDS.map((kind) => [kind, version] as const))) {
        const port = Number(new URL(version.bench.url).port);
        const group =
          kind === 'streams'
            ? await StreamGroup.open(port, version.users, version.channel, SENDERS)
            : await ChannelGroup.open(port, version.users, version.channel, { senders: SENDERS, listeners: LISTENERS });
        for (const pace of PACES) {
          const visit = await measured(version, group, pace);
          if (round > 0) note(`${version.name} | ${kind} | ${pace}`, visit);
        }
        for (const window of WINDOWS) {
          const visit = await measured(version, group, Infinity, window);
          if (round > 0) note(`${version.name} | ${kind} | as fast as read, ${window} under way`, visit);
        }
        const sent = await sentBy(version, group);
        if (round > 0) note(`${version.name} | ${kind} | sent by ${SENDERS} clients`, sent);
        await group.close();
      }
    const rows = [...visits].map(([key, some]) => row(key, some));
    report('deliveries', `Deliveries to ${LISTENERS} clients; medians of ${ROUNDS} interleaved rounds`, rows);
  } finally {
    for (const { bench } of versions) await bench.stop();
  }
}

async function open(name: string, root: string | undefined): Promise<Version> {
  const bench = await startBench({}, undefined, root);
  const users = await addUsers(bench, LISTENERS);
  const channel = await addChannel(bench, users[0], 'hundred', users);
  return { name, bench, users, channel, writer: await LogWriter.open(bench, users[0], channel) };
}

function row(key: string, visits: readonly Visit[]): Record<string, string | number> {
  const [version, kind, pace] = key.split(' | ');
  const of = (name: keyof Visit) => median(visits.map((visit) => visit[name]));
  const sum = (name: keyof Visit) => visits.reduce((all, visit) => all + visit[name], 0);
  return {
    version,
    clients: kind,
    'messages/s': pace,
    'deliveries/s': Math.round(of('deliveries')),
    'node CPU a delivery, µs': of('cost').toFixed(2),
    'clients, µs': of('reading').toFixed(2),
    'p50, ms': of('p50').toFixed(1),
    'p99, ms': of('p99').toFixed(1),
    lost: sum('lost'),
    doubled: sum('doubled'),
  };
}

async function measured({ bench, writer }: Version, group: Group, pace: number, window = 0): Promise<Visit> {
  const { first, sent } = group.tally;
  const tally = new Tally(group.size, first + sent);
  group.tally = tally;
  const before = cpuSeconds(bench.server.pid!);
  const own = process.cpuUsage();
  const began = performance.now();
  const until = began + SECONDS * 1_000;
  while (performance.now() < until) {
    const due =
      pace === Infinity ? room(tally, window) : Math.ceil(((performance.now() - began) / 1_000) * pace) - tally.sent;
    if (due > 0) {
      const at = tally.next(performance.now());
      for (let more = 1; more < due; more++) tally.next(performance.now());
      await writer.write(at, due);
    }
    if (pace !== Infinity) await delay(TICK_MS);
    else if (due <= 0) await delay(1);
  }
  await tally.complete(PATIENCE_MS);
  const seconds = (tally.lastAt - began) / 1_000;
  const delivered = group.size * tally.sent - tally.lost;
  return {
    deliveries: delivered / seconds,
    cost: ((cpuSeconds(bench.server.pid!) - before) * 1e6) / delivered,
    reading: microsecondsSince(own) / delivered,
    p50: quantile(tally.waits, 0.5),
    p99: quantile(tally.waits, 0.99),
    lost: tally.lost,
    doubled: tally.doubled,
  };
}

/** The node accepts the messages, too: its processor time is that of sends and deliveries. */
async function sentBy({ bench }: Version, group: Group): Promise<Visit> {
  const before = cpuSeconds(bench.server.pid!);
  const own = process.cpuUsage();
  const { deliveries, messages, p50, p99, lost, doubled } = await flatOut(group, SECONDS);
  const cost = ((cpuSeconds(bench.server.pid!) - before) * 1e6) / (messages * group.size);
  return { deliveries, cost, reading: microsecondsSince(own) / (messages * group.size), p50, p99, lost, doubled };
}

function microsecondsSince(own: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(own);
  return user + system;
}

/** How many more may be written so that readers lag by a window on average. */
const room = (tally: Tally, window: number): number => Math.floor(window - tally.lost / tally.readers);

void main();

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../libs/platform/src/database/embedded/embedded-postgres';
import { readPostmaster } from '../libs/platform/src/database/embedded/postmaster-file';
import { ChannelGroup, ChannelSender } from './load/channel-group';
import { cpuSeconds, signalTree } from './load/process-tree';
import { flatOut } from './load/load';
import { addChannel, addUsers, Bench, median, report, startServer, stopServer } from './support';

const SENDERS = Number(process.env.BENCH_SENDERS ?? 64);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
/** So long that the code of each process is compiled, on a slow machine too. */
const WARM_UP_SECONDS = 15;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const PROCESSES = process.env.BENCH_PROCESSES ?? '1';
const LONE_SENDS = 150;
/** Before them: a version that stood still finds its memory cold, and does what has become due. */
const LONE_WARM_UPS = 50;
/** Sends of one user beside another one who has as many connections as all senders together. */
const BESIDE_SENDS = 150;
/** Before the rounds, so that the code of small transactions is compiled, too. */
const BESIDE_WARM_UPS = 5;
const READY_ASKED_EVERY_MS = 20;
const READY_IN_A_ROW = 10;
/** Another checkout, built, against which this one is measured. */
const BASE = process.env.BENCH_OTHER;

interface Round {
  readonly sends: number;
  readonly rate: number;
  readonly transactions: number;
  /** Milliseconds of a processor a send. */
  readonly serverMs: number;
  readonly postgresMs: number;
  readonly loneMs: number;
  readonly loneServerMs: number;
  readonly besideMs: number;
  /** Sends of the other user that are accepted meanwhile. */
  readonly overtaken: number;
}

/** A server with a PostgreSQL of its own: another version beside it must not read its log. */
class Version {
  readonly rounds: Round[] = [];
  private number = 0;

  private constructor(
    readonly name: string,
    private readonly bench: Bench,
    private readonly postgresPid: number,
    private readonly many: ChannelGroup,
    private readonly one: ChannelGroup,
    private readonly crowd: readonly ChannelSender[],
  ) {}

  static async start(name: string, root: string): Promise<Version> {
    const directory = mkdtempSync(join(tmpdir(), 'parley-bench-'));
    const postgres = await startEmbeddedPostgres({ dataDirectory: directory, durable: true });
    const environment = { PARLEY_PROCESSES: PROCESSES };
    const { server, url } = await startServer(postgres.url, directory, environment, undefined, root);
    const database = new Client({ connectionString: postgres.url });
    await database.connect();
    const stop = async () => {
      await stopServer(server);
      await database.end();
      await postgres.stop();
    };
    const bench = { url, server, database, databaseUrl: postgres.url, directory, stop };
    const users = await addUsers(bench, 100);
    const channel = await addChannel(bench, users[0], 'hundred', users);
    const port = Number(new URL(url).port);
    const open = (senders: number) => ChannelGroup.open(port, users, channel, { senders, listeners: 0 });
    const postgresPid = readPostmaster(join(directory, 'postgres'))!.pid;
    const crowd = Array.from({ length: SENDERS }, () => new ChannelSender(port, users[1], channel));
    return new Version(name, bench, postgresPid, await open(SENDERS), await open(1), crowd);
  }

  /** Sends of one user, and beside them. */
  get others(): number {
    return this.number;
  }

  async warmUp(): Promise<void> {
    await flatOut(this.many, WARM_UP_SECONDS);
    for (let time = 0; time < BESIDE_WARM_UPS; time++) await this.besideCrowd();
  }

  /** What a version does in the background would take the processors from the one that is measured. */
  rest(): void {
    this.signal('SIGSTOP');
  }

  /** Resolves when each of its processes has looked at the log again: until then they are not ready. */
  async resume(): Promise<void> {
    this.signal('SIGCONT');
    const headers = { connection: 'close' }; // so that another process may answer next
    for (let inARow = 0; inARow < READY_IN_A_ROW; await delay(READY_ASKED_EVERY_MS))
      inARow = (await fetch(`${this.bench.url}/health/ready`, { headers })).ok ? inARow + 1 : 0;
  }

  private signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of [this.bench.server.pid!, this.postgresPid]) signalTree(pid, signal);
  }

  async measure(): Promise<void> {
    await this.searchIsCurrent();
    await this.latency(LONE_WARM_UPS);
    const start = this.cpu();
    const loneMs = await this.latency(LONE_SENDS);
    const writtenBefore = await this.transactions();
    const before = this.cpu();
    const { messages, rate } = await flatOut(this.many, SECONDS);
    const after = this.cpu();
    const transactions = (await this.transactions()) - writtenBefore;
    this.rounds.push({
      sends: messages,
      rate,
      transactions,
      serverMs: ((after.server - before.server) * 1_000) / messages,
      postgresMs: ((after.postgres - before.postgres) * 1_000) / messages,
      loneMs,
      loneServerMs: ((before.server - start.server) * 1_000) / LONE_SENDS,
      ...(await this.besideCrowd()),
    });
  }

  /** A version that accepts more has more to index after it: a lone send has nothing beside it. */
  private async searchIsCurrent(): Promise<void> {
    const behind = 'SELECT 1 FROM message WHERE id > (SELECT reached FROM search_state) LIMIT 1';
    while ((await this.bench.database.query(behind)).rows.length > 0) await delay(READY_ASKED_EVERY_MS);
  }

  /** The median of one user's sends, each after the other; milliseconds. */
  private async latency(sends: number, onSent: () => void = () => undefined): Promise<number> {
    const waits: number[] = [];
    for (let n = 0; n < sends; n++) {
      const began = performance.now();
      await this.one.senders[0].send(this.number++);
      waits.push(performance.now() - began);
      onSent();
    }
    return median(waits);
  }

  private async besideCrowd(): Promise<Pick<Round, 'besideMs' | 'overtaken'>> {
    let isOver = false;
    let accepted = 0;
    const crowd = this.crowd.map(async (sender) => {
      while (!isOver) {
        await sender.send(this.number++);
        accepted++;
      }
    });
    const overtaken: number[] = [];
    const besideMs = await this.latency(BESIDE_SENDS, () => overtaken.push(accepted));
    isOver = true;
    await Promise.all(crowd);
    return { besideMs, overtaken: median(overtaken.map((count, at) => count - (overtaken[at - 1] ?? 0))) };
  }

  async commits(): Promise<{ commits: number; walSyncs: number }> {
    const { rows } = await this.bench.database.query<{ commits: string; syncs: string }>(
      `SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS commits,
         (SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal') AS syncs`,
    );
    return { commits: Number(rows[0].commits), walSyncs: Number(rows[0].syncs) };
  }

  /** That have written messages. */
  private async transactions(): Promise<number> {
    const { rows } = await this.bench.database.query<{ count: string }>(
      "SELECT count(DISTINCT xid) FROM event_log WHERE kind = 'message'",
    );
    return Number(rows[0].count);
  }

  async stop(): Promise<void> {
    await this.many.close();
    await this.one.close();
    for (const sender of this.crowd) sender.close();
    await this.bench.stop();
  }

  median(pick: (round: Round) => number): number {
    return median(this.rounds.map(pick));
  }

  private cpu(): { server: number; postgres: number } {
    return { server: cpuSeconds(this.bench.server.pid!), postgres: cpuSeconds(this.postgresPid) };
  }
}

/** Sends a second by many connections and the latency of a lone send, beside another checkout (`BENCH_OTHER`). */
async function main(): Promise<void> {
  const roots = [['this', join(__dirname, '..')], ...(BASE ? [['base', resolve(BASE)]] : [])];
  const versions: Version[] = [];
  for (const [name, root] of roots) versions.push(await Version.start(name, root));
  for (const version of versions) await version.warmUp();
  const before = await Promise.all(versions.map((version) => version.commits()));
  for (const version of versions) version.rest();
  for (let round = 0; round < ROUNDS; round++)
    for (const version of round % 2 ? [...versions].reverse() : versions) {
      await version.resume();
      await version.measure();
      version.rest();
    }
  for (const version of versions) await version.resume();
  const after = await Promise.all(versions.map((version) => version.commits()));
  const base = versions[versions.length - 1];
  const rows = versions.map((version, at) => {
    const sends = version.rounds.reduce((sum, round) => sum + round.sends, 0);
    const ratio = (pick: (round: Round) => number) =>
      median(version.rounds.map((round, n) => pick(round) / pick(base.rounds[n]))).toFixed(2);
    return {
      version: version.name,
      'sends/s': Math.round(version.median(({ rate }) => rate)),
      'of base': ratio(({ rate }) => rate),
      'server CPU ms a send': version.median(({ serverMs }) => serverMs).toFixed(3),
      'PostgreSQL CPU ms a send': version.median(({ postgresMs }) => postgresMs).toFixed(3),
      'sends a transaction': version.median(({ sends, transactions }) => sends / transactions).toFixed(1),
      'commits a send, all work': ((after[at].commits - before[at].commits) / (sends + version.others)).toFixed(2),
      'WAL syncs a send': ((after[at].walSyncs - before[at].walSyncs) / (sends + version.others)).toFixed(2),
      'lone send, ms': version.median(({ loneMs }) => loneMs).toFixed(2),
      'lone of base': ratio(({ loneMs }) => loneMs),
      [`beside ${SENDERS} connections of one user, ms`]: version.median(({ besideMs }) => besideMs).toFixed(2),
      'sends of that user meanwhile': version.median(({ overtaken }) => overtaken),
      'lone server CPU ms': version.median(({ loneServerMs }) => loneServerMs).toFixed(2),
    };
  });
  const processes = PROCESSES === '1' ? '' : `, ${PROCESSES} processes`;
  const name = PROCESSES === '1' ? 'group-commit' : `group-commit-${PROCESSES}`;
  report(name, `Sends by ${SENDERS} connections${processes}, median of ${ROUNDS} interleaved rounds`, rows);
  for (const version of versions) await version.stop();
}

void main().then(() => process.exit(0));

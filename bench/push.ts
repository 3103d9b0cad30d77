import { ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../libs/platform/src/database/embedded/embedded-postgres';
import { FcmServer } from '../test/support/push/fcm-server';
import { RELAY, relayCommand } from '../test/support/push/relay-process';
import { TestDevice } from '../test/support/push/test-device';
import {
  addChannel,
  addUsers,
  Bench,
  BenchUser,
  call,
  median,
  quantile,
  report,
  residentBytes,
  startBench,
  startServer,
  stopServer,
} from './support';

const PHONES = 1_000;
const BURST = 10;
const ROUNDS = 3;
const SINGLES = 30;
const PAIRS = 11;
const REGISTRATIONS_AT_ONCE = 8;

interface RelayAtWork {
  readonly process: ChildProcess;
  readonly key: string;
  readonly environment: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** A relay with a PostgreSQL of its own, which knows one organization and sends everything to that service. */
async function startRelay(fcm: FcmServer): Promise<RelayAtWork> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-bench-relay-'));
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, durable: true, settings: {} });
  const account = join(directory, 'account.json');
  writeFileSync(account, fcm.serviceAccount);
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const environment = {
    PARLEY_RELAY_PORT: String(port),
    PARLEY_RELAY_DATABASE_URL: postgres.url,
    PARLEY_RELAY_DATA_DIR: directory,
    PARLEY_RELAY_LOG_LEVEL: 'error',
    PARLEY_RELAY_RATE_LIMITS: 'off',
    PARLEY_RELAY_FCM_SERVICE_ACCOUNT_FILE: account,
    PARLEY_RELAY_FCM_URL: fcm.url,
    PARLEY_RELAY_QUOTA_PER_MINUTE: '10000000',
    PARLEY_RELAY_QUOTA_PER_DAY: '100000000',
    NODE_ENV: 'test',
  };
  const relay = spawn(process.execPath, [RELAY.main], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    relay.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/The push relay is ready[\s\S]*\n\n/.test(output)) resolve();
    });
    relay.once('exit', (code) => reject(new Error(`the relay ended with ${code}`)));
  });
  const said = await relayCommand(['organizations', 'add', 'Bench'], environment);
  return {
    process: relay,
    key: /[A-Za-z0-9+/]{43}=/.exec(output)![0],
    environment: {
      PARLEY_PUSH_RELAY_URL: `http://127.0.0.1:${port}`,
      PARLEY_PUSH_RELAY_ORG_ID: /PARLEY_PUSH_RELAY_ORG_ID=(\S+)/.exec(said)![1],
      PARLEY_PUSH_RELAY_ORG_KEY: /PARLEY_PUSH_RELAY_ORG_KEY=(\S+)/.exec(said)![1],
    },
    stop: async () => {
      await stopServer(relay);
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** A phone for each; resolves when the relay knows all of them. */
async function givePhones(bench: Bench, users: readonly BenchUser[], relayKey: string): Promise<void> {
  const waiting = [...users];
  const lane = async () => {
    for (let user = waiting.shift(); user; user = waiting.shift()) {
      const device = await TestDevice.on({ kind: 'fcm', token: `token-of-${user.id}` });
      await call(bench, user, 'POST', 'mobile_push/register', device.registration(relayKey));
    }
  };
  await Promise.all(Array.from({ length: REGISTRATIONS_AT_ONCE }, lane));
  await until(async () => {
    const { rows } = await bench.database.query('SELECT count(*) FROM push_device WHERE device_id IS NOT NULL');
    return Number(rows[0].count) === users.length;
  });
}

async function isQuiet({ database }: Bench): Promise<boolean> {
  const { rows } = await database.query(
    'SELECT (SELECT count(*) FROM push_due) + (SELECT count(*) FROM push_delivery) AS n',
  );
  return Number(rows[0].n) === 0;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function main(): Promise<void> {
  const fcm = await FcmServer.start();
  const relay = await startRelay(fcm);
  const bench = await startBench(relay.environment);
  const idle = { server: residentBytes([bench.server.pid!]), relay: residentBytes([relay.process.pid!]) };
  const [sender, ...readers] = await addUsers(bench, PHONES + 1);
  const channel = await addChannel(bench, sender, 'push', [sender, ...readers]);
  await call(bench, sender, 'POST', 'user_groups/create', {
    name: 'thousand',
    description: '',
    members: readers.map(({ id }) => id),
  });
  const registering = await timed(() => givePhones(bench, readers, relay.key));
  const send = (of: Bench, content: string) => () =>
    call(of, sender, 'POST', 'messages', { type: 'channel', to: channel, topic: 'bench', content });
  const quiet = () => until(() => isQuiet(bench));

  const rates: number[] = [];
  let memory = { server: 0, relay: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const before = fcm.taken.all.length;
    const took = await timed(async () => {
      for (let n = 0; n < BURST; n++) await send(bench, `@*thousand* number ${n}`)();
      await until(() => fcm.taken.all.length >= before + BURST * PHONES);
    });
    rates.push((BURST * PHONES * 1_000) / took);
    memory = { server: residentBytes([bench.server.pid!]), relay: residentBytes([relay.process.pid!]) };
    await quiet();
  }

  const singles: number[] = [];
  for (let n = 0; n < SINGLES; n++) {
    const before = fcm.taken.all.length;
    const one = { type: 'direct', to: [readers[n].id], content: 'Hello' };
    singles.push(
      await timed(async () => {
        await call(bench, sender, 'POST', 'messages', one);
        await fcm.taken.of(() => true, before + 1);
      }),
    );
  }
  await quiet();

  // Another node on the same database, without a relay.
  const other = await startServer(bench.databaseUrl, bench.directory);
  const without: Bench = { ...bench, ...other };
  const times: Record<string, number[]> = {};
  const kinds: [string, Bench, string][] = [
    ['no mention', bench, 'How much does this cost?'],
    ['1,000 mentioned', bench, '@*thousand* How much does this cost?'],
    ['no mention, no relay', without, 'How much does this cost?'],
    ['1,000 mentioned, no relay', without, '@*thousand* How much does this cost?'],
  ];
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const [kind, of, content] of kinds) {
      (times[kind] ??= []).push(await timed(send(of, content)));
      await quiet();
    }
  }
  await stopServer(other.server);

  const ms = (value: number) => value.toFixed(1);
  const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
  const ratio = (one: string, to: string) => (median(times[one]) / median(times[to])).toFixed(2);
  report('push', 'Notifications on phones', [
    { what: `deliveries a second, ${BURST} messages to ${PHONES} phones each`, value: Math.round(median(rates)) },
    { what: 'ms from the send to Google, one message, median', value: ms(median(singles)) },
    { what: 'the same, p95', value: ms(quantile(singles, 0.95)) },
    { what: `registrations a second`, value: Math.round((PHONES * 1_000) / registering) },
    ...kinds.map(([kind]) => ({ what: `ms of a send, ${kind}`, value: ms(median(times[kind])) })),
    { what: 'ratio, 1,000 mentioned to none', value: ratio('1,000 mentioned', 'no mention') },
    { what: 'the same without a relay', value: ratio('1,000 mentioned, no relay', 'no mention, no relay') },
    {
      what: 'ratio, with a relay to without, 1,000 mentioned',
      value: ratio('1,000 mentioned', '1,000 mentioned, no relay'),
    },
    {
      what: 'MB of the server, idle and at full speed',
      value: `${megabytes(idle.server)}, ${megabytes(memory.server)}`,
    },
    { what: 'MB of the relay, idle and at full speed', value: `${megabytes(idle.relay)}, ${megabytes(memory.relay)}` },
  ]);
  await bench.stop();
  await relay.stop();
  await fcm.stop();
}

void main();

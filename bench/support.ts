import { ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../test/support/ports';
import { startEmbeddedPostgres } from '../libs/platform/src/database/embedded/embedded-postgres';

/** Of Node, for the servers: `BENCH_NODE_OPTIONS=--cpu-prof` writes a profile of each. */
const OPTIONS = process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [];
/** Likewise, of one benchmark: it may add some before it starts a server. */
export const ownOptions: string[] = [];

/** A node process and its PostgreSQL, full durability, as `npm start` runs them. */
export interface Bench {
  url: string;
  server: ChildProcess;
  database: Client;
  databaseUrl: string;
  directory: string;
  stop(): Promise<void>;
}

export interface BenchUser {
  id: number;
  authorization: string;
}

/**
 * In a directory of its own that is removed on stop: an empty one, or one that the caller has filled.
 * @param root a worktree of another version with its `dist`; by default this one
 */
export async function startBench(
  environment: NodeJS.ProcessEnv = {},
  directory: string = mkdtempSync(join(tmpdir(), 'parley-bench-')),
  root?: string,
): Promise<Bench> {
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory,
    durable: true,
    settings: { log_error_verbosity: 'default' },
  });
  const { server, url } = await startServer(postgres.url, directory, environment, undefined, root);
  const database = new Client({ connectionString: postgres.url });
  await database.connect();
  const stop = async () => {
    await stopServer(server);
    await database.end();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { url, server, database, databaseUrl: postgres.url, directory, stop };
}

export async function startServer(
  databaseUrl: string,
  directory: string,
  environment: NodeJS.ProcessEnv = {},
  port?: number,
  root = join(__dirname, '..'),
): Promise<Pick<Bench, 'server' | 'url'>> {
  port ??= await freePort();
  const server = spawn(
    process.execPath,
    [...optionsOf(root), ...OPTIONS, ...ownOptions, join(root, 'dist/apps/server/src/main.js')],
    {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        PARLEY_DATA_DIR: directory,
        PARLEY_RATE_LIMITS: 'off',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const end = () => void server.kill('SIGKILL');
  process.once('exit', end);
  server.once('close', () => process.off('exit', end));
  await new Promise<void>((resolve, reject) => {
    server.stdout!.on('data', (chunk: Buffer) => chunk.includes('Parley is ready') && resolve());
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { server, url: `http://127.0.0.1:${port}` };
}

/** What `npm start` of that version gives to Node. */
function optionsOf(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return /node (.*?)scripts\/start/
    .exec(scripts.start)![1]
    .split(' ')
    .filter((option) => option !== '');
}

export async function stopServer(server: ChildProcess): Promise<void> {
  server.removeAllListeners('exit');
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
}

/** Accounts with keys, made by SQL: thousands of password hashes would take minutes and are not measured. */
export async function addUsers({ database }: Bench, count: number): Promise<BenchUser[]> {
  const keys = Array.from({ length: count }, () => randomBytes(16).toString('hex'));
  const hashes = keys.map((key) => createHash('sha256').update(key).digest());
  const prefix = randomBytes(4).toString('hex');
  const { rows } = await database.query<{ id: string; email: string }>(
    `WITH made AS (
       INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
       SELECT (SELECT min(id) FROM organization), e, e, 3, 'Bench ' || n, 400
       FROM (SELECT n, '${prefix}' || n || '@bench.example' AS e FROM generate_series(1, $1) n) names RETURNING *),
     floors AS (INSERT INTO user_read_state (user_id) SELECT id FROM made)
     SELECT id, delivery_email AS email FROM made ORDER BY id`,
    [count],
  );
  await database.query(
    `INSERT INTO api_key (organization_id, user_id, client, hash)
     SELECT (SELECT min(id) FROM organization), u, 'bench', h FROM unnest($1::bigint[], $2::bytea[]) AS k (u, h)`,
    [rows.map(({ id }) => id), hashes],
  );
  return rows.map(({ id, email }, i) => ({
    id: Number(id),
    authorization: `Basic ${Buffer.from(`${email}:${keys[i]}`).toString('base64')}`,
  }));
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

export function call<T = Record<string, unknown>>(
  bench: Pick<Bench, 'url'>,
  user: BenchUser,
  method: string,
  path: string,
  parameters: Record<string, unknown> = {},
): Promise<T> {
  const encoded = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();
  const isGet = method === 'GET';
  const headers: Record<string, string | number> = { authorization: user.authorization };
  if (!isGet)
    Object.assign(headers, {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(encoded),
    });
  return new Promise((resolve, reject) => {
    const sent = request(
      `${bench.url}/api/v1/${path}${isGet ? `?${encoded}` : ''}`,
      { method, agent, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const body = JSON.parse(Buffer.concat(chunks).toString()) as T & { result: string };
          if (body.result === 'success') resolve(body);
          else reject(new Error(`${method} ${path}: ${JSON.stringify(body)}`));
        });
      },
    );
    sent.on('error', reject).end(isGet ? undefined : encoded);
  });
}

/** Subscribes users to a new channel, in requests of up to a thousand; returns its id. */
export async function addChannel(bench: Bench, owner: BenchUser, name: string, people: BenchUser[]): Promise<number> {
  const subscriptions = [{ name }];
  for (let at = 0; at < people.length; at += 1_000) {
    await call(bench, owner, 'POST', 'users/me/subscriptions', {
      subscriptions,
      principals: people.slice(at, at + 1_000).map(({ id }) => id),
    });
  }
  return (await call<{ stream_id: number }>(bench, owner, 'GET', 'get_stream_id', { stream: name })).stream_id;
}

export const median = (values: number[]): number => quantile(values, 0.5);

export function quantile(values: number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}

/** Keeps `connections` calls in flight for some seconds; returns calls a second. */
export async function rate(connections: number, seconds: number, one: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1_000;
  let done = 0;
  const worker = async () => {
    while (performance.now() < until) {
      await one();
      done++;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return done / ((performance.now() - began) / 1_000);
}

/** Resident bytes of a process and its descendants: shared pages counted by their share. */
export function residentBytes(pids: number[]): number {
  return pids.reduce(
    (sum, pid) =>
      sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024,
    0,
  );
}

/** Prints a table and stores it beside the script. */
export function report(
  name: string,
  title: string,
  rows: Record<string, string | number>[],
  durability = 'full durability',
): void {
  const text = `# ${title}\n\n${new Date().toISOString().slice(0, 10)}, ${process.version}, 2 shared cores, ${durability}\n\n${tableOf(rows)}\n`;
  console.log(text);
  writeFileSync(join(__dirname, 'results', `${name}.md`), text);
}

/**
 * Adds a table to the results of another benchmark.
 * @param first the benchmark whose tables begin here: its former ones go
 */
export function reportBelow(
  name: string,
  title: string,
  rows: Record<string, string | number>[],
  first: string | null = null,
): void {
  const path = join(__dirname, 'results', `${name}.md`);
  const before = readFileSync(path, 'utf8');
  const kept = first === null ? before : before.split('\n## ')[0]!;
  const command = first === null ? '' : `${new Date().toISOString().slice(0, 10)}, \`node bench/run.js ${first}\`\n\n`;
  const text = `## ${title}\n\n${command}${tableOf(rows)}\n`;
  console.log(text);
  writeFileSync(path, `${kept.trimEnd()}\n\n${text}`);
}

function tableOf(rows: Record<string, string | number>[]): string {
  const columns = Object.keys(rows[0]);
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ].join('\n');
}

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, report, residentBytes } from './support';

const ROUNDS = 5;
const MAIN = join(__dirname, '../dist/apps/server/src/main.js');

/** From the start of the process until it is ready; then the memory of server and database while idle. */
async function round(directory: string): Promise<{ ready: number; node: number; postgres: number }> {
  const began = performance.now();
  const env = { ...process.env, PORT: '29517', PARLEY_DATA_DIR: directory };
  const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve) =>
    server.stdout.on('data', (chunk: Buffer) => chunk.includes('Parley is ready') && resolve()),
  );
  const ready = performance.now() - began;
  for (let i = 0; i < 20; i++) await fetch('http://127.0.0.1:29517/api/v1/server_settings');
  const [node] = [residentBytes([server.pid!])];
  const postgres = residentBytes(descendants(server.pid!));
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  return { ready, node, postgres };
}

function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [[Number(name), Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ')[1])]];
      } catch {
        return []; // The process has ended meanwhile.
      }
    });
  const below = (parent: number): number[] =>
    parents.filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-bench-start-'));
  const first = await round(directory);
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push(await round(directory));
  const MB = 1024 * 1024;
  const row = (name: string, some: typeof rounds) => ({
    start: name,
    'ready, ms': Math.round(median(some.map(({ ready }) => ready))),
    'server, MB': Math.round(median(some.map(({ node }) => node)) / MB),
    'database, MB': Math.round(median(some.map(({ postgres }) => postgres)) / MB),
    'together, MB': Math.round(median(some.map(({ node, postgres }) => node + postgres)) / MB),
  });
  report('start', 'Start and idle memory', [
    row('first (makes the database)', [first]),
    row(`second, median of ${ROUNDS}`, rounds),
  ]);
  rmSync(directory, { recursive: true, force: true });
}

void main();

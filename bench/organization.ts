import { rmSync } from 'node:fs';
import { startEmbeddedPostgres } from '../libs/platform/src/database/embedded/embedded-postgres';
import { copyOf, keptOrganization } from './organization/kept';
import { openOrganization } from './organization/open';

/**
 * `node bench/run.js organization` opens the generated organization for manual requests: prints its address, its users
 * and the address of PostgreSQL, and runs until ^C. With `database` after it, PostgreSQL only.
 */
async function main(): Promise<void> {
  const ended = new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  if (process.argv[3] === 'database') {
    const directory = copyOf(await keptOrganization(Number(process.env.BENCH_MESSAGES ?? 1_000_000)));
    const postgres = await startEmbeddedPostgres({ dataDirectory: directory, durable: true });
    console.log(postgres.url);
    await ended;
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
    return;
  }
  const { bench, people, channels } = await openOrganization();
  console.log(`${bench.url}\n${bench.databaseUrl}`);
  console.table(Object.entries(people).map(([name, { id, email, key }]) => ({ name, id, email, key })));
  console.table([0, 20, 60, 120, 180, 199].map((at) => ({ channel: at, id: channels[at] })));
  await ended;
  await bench.stop();
}

void main();

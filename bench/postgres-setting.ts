import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPostmaster } from '../libs/platform/src/database/embedded/postmaster-file';

/** What ALTER SYSTEM writes, which only a superuser may: only these settings, from PostgreSQL's next reload on. */
export function setOnly(directory: string, settings: Record<string, string>): void {
  const cluster = join(directory, 'postgres');
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  writeFileSync(join(cluster, 'postgresql.auto.conf'), lines.join(''));
  process.kill(readPostmaster(cluster)!.pid, 'SIGHUP');
}

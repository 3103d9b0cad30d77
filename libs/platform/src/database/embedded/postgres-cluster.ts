import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresFailed } from './embedded-postgres.errors';
import { GuardedProcess } from './guarded-process';
import type { PostgresAccount } from './postgres-account';
import type { PostgresLog } from './postgres-log';
import { POSTGRES_NAME } from './postgres-role';

/** A killed start's initdb may still be writing its last. */
const REMOVE = { recursive: true, force: true, maxRetries: 10, retryDelay: 20 };

/** Where the parts of the embedded PostgreSQL are in the data directory. */
export function postgresPaths(dataDirectory: string) {
  return {
    cluster: join(dataDirectory, 'postgres'),
    password: join(dataDirectory, 'postgres.password'),
    log: join(dataDirectory, 'postgres.log'),
  };
}

/** The role's password, or undefined where no database was made yet. */
export function readPassword(dataDirectory: string): string | undefined {
  const { password } = postgresPaths(dataDirectory);
  return existsSync(password) ? readFileSync(password, 'utf8').trim() : undefined;
}

/**
 * Makes the cluster where there is none: beside its place, and moved there when it is whole, so that a start that was
 * killed half way leaves nothing that looks like a database.
 *
 * @returns the role's password
 */
export async function prepareCluster(
  dataDirectory: string,
  options: { initdb: string; account: PostgresAccount; log: PostgresLog; durable: boolean },
): Promise<string> {
  const { cluster, password: passwordFile } = postgresPaths(dataDirectory);
  const known = readPassword(dataDirectory);
  if (existsSync(cluster)) {
    if (!known) throw new EmbeddedPostgresFailed(`${passwordFile} is missing; the database ${cluster} needs it.`);
    giveAway(cluster, options.account);
    return known;
  }

  const password = known ?? randomBytes(24).toString('base64url');
  if (!known) writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  const nursery = emptyNursery(dataDirectory, options.account);
  await runInitdb(nursery, password, options);
  renameSync(join(nursery, 'cluster'), cluster);
  rmSync(nursery, REMOVE);
  return password;
}

/** A directory of the account's own for the cluster to grow in; what killed starts left is removed. */
function emptyNursery(dataDirectory: string, account: PostgresAccount): string {
  for (const name of readdirSync(dataDirectory)) {
    if (name.startsWith('postgres.new-')) rmSync(join(dataDirectory, name), REMOVE);
  }
  const nursery = join(dataDirectory, `postgres.new-${randomBytes(4).toString('hex')}`);
  mkdirSync(nursery, { mode: 0o700 });
  if (account.owner) chownSync(nursery, account.owner.uid, account.owner.gid);
  return nursery;
}

async function runInitdb(
  nursery: string,
  password: string,
  { initdb, account, log, durable }: { initdb: string; account: PostgresAccount; log: PostgresLog; durable: boolean },
): Promise<void> {
  const passwordFile = join(nursery, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account.owner) chownSync(passwordFile, account.owner.uid, account.owner.gid);

  const position = log.position();
  const command = [initdb, '-D', join(nursery, 'cluster'), '-U', POSTGRES_NAME, `--pwfile=${passwordFile}`];
  const auth = ['--auth=scram-sha-256', '--encoding=UTF8'];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const speed = durable ? [] : ['--no-sync'];
  const process = new GuardedProcess([...command, ...auth, ...locale, ...speed], account, log.fd);
  const code = await process.exited;
  if (code === 0) return;
  const words = log.since(position).trim().split('\n').slice(-4).join(' ');
  throw new EmbeddedPostgresFailed(`The database could not be created: ${words} (see ${log.path})`);
}

/** A cluster that root restored from a backup belongs to root, and PostgreSQL will not open it. */
function giveAway(cluster: string, { owner }: PostgresAccount): void {
  if (!owner || statSync(cluster).uid === owner.uid) return;
  const result = spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, cluster], { encoding: 'utf8' });
  if (result.status !== 0) throw new EmbeddedPostgresFailed(`Cannot hand over ${cluster}: ${result.stderr.trim()}`);
}

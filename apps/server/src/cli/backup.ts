import {
  BackupRefused,
  checkBackup,
  Config,
  createBackup,
  Manifest,
  openFiles,
  openUploads,
  restoreBackup,
  StorageIsUnavailable,
} from '@app/platform';
import type { Command } from 'commander';
import { resolve } from 'node:path';
import { openDatabase } from '../database';
import { DatabaseProbe } from './doctor/database-probe';
import { CommandFailed } from './errors';
import { lookForLatestUploads } from './latest-uploads';
import { ProgressLines, quantity, size } from './progress-lines';
import type { Terminal } from './terminal';
import { configOf, isDatabaseThere, openSharedDatabase } from './workplace';

/**
 * Event ids depend on the transaction ids of one PostgreSQL (docs/adr/0001), so clients register again after a restore.
 * Counts of requests are not needed later.
 */
export const LEFT_OUT = ['epoch', 'event_log', 'event_queue', 'rate_limit'];
/** A database with a row in this table is in use. */
export const CLAIMED_BY = 'organization';

/** What file systems say of names, rights and room. */
const FILE_FAULTS = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EFBIG']);

export function addBackupCommands(program: Command, terminal: Terminal): void {
  program
    .command('backup')
    .description('write everything into one file; the server may run meanwhile')
    .argument('<file>', 'where to; an older file of that name is replaced at the end')
    .action((file: string) => withPlainFaults(() => backUp(terminal, resolve(file))));

  program
    .command('restore')
    .description('fill an empty database, uploads directory and secret from such a file')
    .argument('<file>')
    .action((file: string) => withPlainFaults(() => restore(terminal, resolve(file))));
}

async function backUp(terminal: Terminal, file: string): Promise<void> {
  const config = configOf(terminal);
  if (!isDatabaseThere(config)) throw new CommandFailed(`There is no database in ${config.dataDirectory}.`);
  const progress = new ProgressLines(terminal);
  const database = await openSharedDatabase(config);
  try {
    const check = () => seeThatUploadsAreThere(config, database.url, terminal);
    const source = { databaseUrl: database.url, leftOut: LEFT_OUT, check, ...(await placesOf(config)) };
    const manifest = await interruptible((signal) => createBackup(file, source, progress.report, signal));
    terminal.say(`Backed up ${contentsOf(manifest)} to ${file} in ${progress.seconds} s.`);
  } finally {
    await database.close();
  }
}

/** A share that is not mounted looks like an empty directory: what is backed up then would be missed at the restore. */
async function seeThatUploadsAreThere(config: Config, databaseUrl: string, terminal: Terminal): Promise<void> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const found = await lookForLatestUploads(new DatabaseProbe(client), await openFiles(config));
    const place = config.objectStore ? `the bucket ${config.objectStore.bucket}` : config.uploadsDirectory;
    if (!found) throw new CommandFailed(`The uploads in ${place} cannot be asked for: there is no backup.`);
    const { asked, missing } = found;
    if (missing === 0) return;
    if (missing === asked)
      throw new CommandFailed(
        `None of the latest uploads (${asked}) is in ${place}: is its share mounted, and is it the place of before? There is no backup.`,
      );
    terminal.complain(`Of the ${asked} latest uploads ${missing} are not in ${place}: see "doctor".`);
  } finally {
    await client.end();
  }
}

async function restore(terminal: Terminal, file: string): Promise<void> {
  const config = configOf(terminal);
  const { migrations } = await import('@migrations');
  const target = {
    ...(await placesOf(config)),
    migrations,
    leftOut: LEFT_OUT,
    claimedBy: CLAIMED_BY,
    pooler: config.databasePooler,
  };
  const progress = new ProgressLines(terminal);
  const manifest = await checkBackup(file, target, progress.report);
  const database = await openDatabase(config);
  try {
    const passedOver = await restoreBackup(file, manifest, database.url, target, progress.report);
    if (passedOver.length > 0) terminal.complain(`Skipped, because Parley did not create it: ${passedOver.join(', ')}`);
    terminal.say(`Restored ${contentsOf(manifest)} of ${manifest.createdAt} in ${progress.seconds} s.`);
  } finally {
    await database.close();
  }
}

async function placesOf(config: Config) {
  const { dataDirectory, secretKey } = config;
  return { uploads: await openUploads(config), secret: { dataDirectory, fromEnvironment: secretKey } };
}

function contentsOf({ tables, uploads }: Manifest): string {
  const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
  const rows = quantity(sum(tables.map((table) => table.rows)), 'row');
  const bytes = size(sum(tables.map((table) => table.bytes)) + uploads.bytes);
  return `${rows} in ${quantity(tables.length, 'table')}, ${quantity(uploads.files, 'upload')}, ${bytes}`;
}

/** The first signal ends the work in good order, a second one as signals do. */
async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(new CommandFailed('Interrupted: there is no backup.'));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

/** For a refused backup, and for errors of the file system or the database, the message alone is enough. */
async function withPlainFaults(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isPlain =
      error instanceof BackupRefused ||
      error instanceof StorageIsUnavailable ||
      FILE_FAULTS.has((error as NodeJS.ErrnoException).code ?? '');
    throw isPlain ? new CommandFailed((error as Error).message) : error;
  }
}

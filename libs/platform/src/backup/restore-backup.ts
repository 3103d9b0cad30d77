import { isDeepStrictEqual } from 'node:util';
import type { Pooler } from '../database/connections/database-access';
import { migrate } from '../database/migrate';
import { readArchive } from './archive-reader';
import { checkTarget, DatabaseImport, TargetRules } from './database-import';
import { ArchiveIsDamaged, ArchiveIsNewer } from './errors';
import type { Manifest } from './manifest';
import { OnProgress, Progress } from './progress';
import { compareSecret, keepSecret, SecretPlace } from './secret-file';
import { drain } from './checksum';
import type { UploadsPlace } from './uploads';

type Migrations = Parameters<typeof migrate>[1];

/** Where a backup is restored to. */
export interface RestoreTarget extends TargetRules {
  uploads: UploadsPlace;
  secret: SecretPlace;
  /** All that this version knows, oldest first. */
  migrations: Migrations;
  pooler?: Pooler;
}

/**
 * Reads a complete archive and returns what it contains, if it is complete, its schema is supported, and it does not
 * conflict with the existing uploads and secret. Changes nothing.
 * @throws BackupRefused, one of its kinds
 */
export async function checkBackup(
  file: string,
  { uploads, secret, migrations }: Omit<RestoreTarget, keyof TargetRules>,
  onProgress: OnProgress,
): Promise<Manifest> {
  const progress = new Progress('check', onProgress);
  for await (const part of readArchive(file)) {
    if (part.kind === 'table') await drain(progress.over(part.rows));
    if (part.kind === 'upload') await uploads.compare({ ...part, content: progress.over(part.content) });
    if (part.kind === 'secret') await compareSecret(secret, part.secret);
    if (part.kind === 'manifest') {
      checkSchema(file, part.manifest, migrations);
      progress.done();
      return part.manifest;
    }
  }
  throw new Error('An archive ends with its manifest or with an error.');
}

/**
 * Restores an archive that was checked into an empty database: its own schema first, then all rows in one transaction
 * together with uploads and secret, then the migrations that are newer than the archive. A failure leaves a database
 * without rows, with which the same restore can be repeated.
 *
 * @returns tables of the archive that were skipped because no migration creates them
 * @throws BackupRefused, one of its kinds
 */
export async function restoreBackup(
  file: string,
  manifest: Manifest,
  databaseUrl: string,
  target: RestoreTarget,
  onProgress: OnProgress,
): Promise<string[]> {
  await checkTarget(databaseUrl, manifest.schema, target);
  await migrate(databaseUrl, target.migrations.slice(0, manifest.schema.length), undefined, target.pooler);
  const database = await DatabaseImport.begin(databaseUrl, manifest, target);
  try {
    await load(file, manifest, database, target, onProgress);
    await database.finish();
  } catch (error) {
    await database.abandon();
    throw error;
  }
  await migrate(databaseUrl, target.migrations, undefined, target.pooler);
  return database.passedOver;
}

async function load(
  file: string,
  manifest: Manifest,
  database: DatabaseImport,
  target: RestoreTarget,
  onProgress: OnProgress,
): Promise<void> {
  const { uploads } = target;
  const uploaded = new Progress('uploads', onProgress);
  let secret = '';
  for await (const part of readArchive(file)) {
    if (part.kind === 'table') {
      const progress = new Progress(part.name, onProgress);
      await database.load(part.name, progress.over(part.rows));
      progress.done();
    }
    if (part.kind === 'upload') await uploads.place({ ...part, content: uploaded.over(part.content) });
    if (part.kind === 'secret') secret = part.secret;
    if (part.kind === 'manifest' && !isDeepStrictEqual(part.manifest, manifest))
      throw new ArchiveIsDamaged(file, 'it was replaced while it was read');
  }
  uploaded.done();
  await keepSecret(target.secret, secret);
}

/** One linear history: what an archive names must be its beginning. */
function checkSchema(file: string, { schema }: Manifest, migrations: Migrations): void {
  const unknown = schema.find((name, index) => migrations[index]?.name !== name);
  if (unknown) throw new ArchiveIsNewer(file, unknown);
}

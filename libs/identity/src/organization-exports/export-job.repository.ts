import { Database, Outbox } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { EXPORT_KEPT_DAYS, type ExportedUpload, type ExportWork } from './organization-export';

const TABLE = 'organization_export';
/** A node that works on an export has it for this long, and renews that with each page. */
const LEASE = "now() + interval '60 seconds'";

/** A page that was written into a file. */
export interface WrittenPage {
  /** `null`: the page had no rows. */
  readonly fileId: number | null;
  /** Bytes. */
  readonly size: number;
  readonly uploads: readonly ExportedUpload[];
}

/** The work on exports: making them, and removing their files. */
@Injectable()
export class ExportJobRepository extends Outbox {
  constructor(database: Database) {
    super(database, TABLE);
  }

  /** `null`: another node works on it. */
  take(id: number): Promise<ExportWork | null> {
    return this.database.row(
      `UPDATE organization_export SET due_at = ${LEASE} WHERE id = $1 AND due_at <= now()
       RETURNING id, organization_id AS "organizationId", actor_id AS "actorId", type, section,
         section_position AS position, parts, extract(epoch FROM requested_at)::float8 AS "requestedAt",
         extract(epoch FROM failed_at)::float8 AS "failedAt", extract(epoch FROM ready_at)::float8 AS "readyAt",
         extract(epoch FROM deleted_at)::float8 AS "deletedAt"`,
      [id],
    );
  }

  /** Before its first byte a file has a row with its key, so that it is found if the node is killed. */
  async beginFile(exportId: number, name: string, fileKey: string): Promise<number> {
    const row = await this.database.row<{ id: number }>(
      `INSERT INTO organization_export_file (export_id, name, file_key, is_own) VALUES ($1, $2, $3, true) RETURNING id`,
      [exportId, name, fileKey],
    );
    return row!.id;
  }

  /**
   * The export continues behind a page. One statement, so that a killed node has done the whole page or nothing.
   * @returns `false`: another node has done the page
   */
  async advance(
    { id, section, position }: Pick<ExportWork, 'id' | 'section' | 'position'>,
    next: Pick<ExportWork, 'section' | 'position' | 'parts'>,
    { fileId, size, uploads }: WrittenPage,
  ): Promise<boolean> {
    const row = await this.database.row<{ id: number }>(
      `WITH moved AS (
         UPDATE organization_export SET section = $4, section_position = $5, parts = $6, attempts = 0, due_at = ${LEASE}
         WHERE id = $1 AND section = $2 AND section_position = $3 AND ready_at IS NULL RETURNING id),
       written AS (
         UPDATE organization_export_file SET size = $8 WHERE id = $7 AND EXISTS (SELECT FROM moved)),
       linked AS (
         INSERT INTO organization_export_file (export_id, name, file_key, size, is_own)
         SELECT moved.id, upload.name, upload.file_key, upload.size, false
         FROM moved, unnest($9::text[], $10::text[], $11::bigint[]) AS upload (name, file_key, size))
       SELECT id FROM moved`,
      [
        id,
        section,
        position,
        next.section,
        next.position,
        next.parts,
        fileId,
        size,
        uploads.map(({ name }) => name),
        uploads.map(({ fileKey }) => fileKey),
        uploads.map((upload) => upload.size),
      ],
    );
    return row !== null;
  }

  /** Another pass of a worker continues. */
  async release(id: number): Promise<void> {
    await this.database.write('UPDATE organization_export SET due_at = now() WHERE id = $1', [id]);
  }

  /** The files are removed when their time has come. */
  async noteReady(id: number): Promise<void> {
    await this.database.write(
      `UPDATE organization_export SET ready_at = now(), due_at = now() + make_interval(days => ${EXPORT_KEPT_DAYS})
       WHERE id = $1 AND ready_at IS NULL AND failed_at IS NULL`,
      [id],
    );
  }

  async noteFailed(id: number): Promise<void> {
    await this.database.write('UPDATE organization_export SET failed_at = now(), due_at = now() WHERE id = $1', [id]);
  }

  async noteDeleted(id: number): Promise<void> {
    await this.database.write('UPDATE organization_export SET deleted_at = now() WHERE id = $1', [id]);
  }

  async noteCleared(id: number): Promise<void> {
    await this.database.write("UPDATE organization_export SET due_at = 'infinity', attempts = 0 WHERE id = $1", [id]);
  }

  /** Files that were written for it. `unfinished`: only those of a page that was interrupted. */
  ownFiles(id: number, unfinished: boolean): Promise<{ id: number; fileKey: string }[]> {
    return this.database.rows(
      `SELECT id, file_key AS "fileKey" FROM organization_export_file
       WHERE export_id = $1 AND is_own AND (size IS NULL OR NOT $2)`,
      [id, unfinished],
    );
  }

  async forgetFiles(ids: readonly number[]): Promise<void> {
    await this.database.write('DELETE FROM organization_export_file WHERE id = ANY ($1::bigint[])', [ids]);
  }

  async forgetUploads(id: number): Promise<void> {
    await this.database.write('DELETE FROM organization_export_file WHERE export_id = $1 AND NOT is_own', [id]);
  }

  /** It stays in the list of exports as failed. */
  protected override giveUp(id: number): Promise<void> {
    return this.noteFailed(id);
  }
}

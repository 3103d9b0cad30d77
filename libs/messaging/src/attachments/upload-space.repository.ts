import type { OrganizationId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** The sizes of stored files and running uploads, by organization. Sizes are in bytes; a `null` quota is unlimited. */
@Injectable()
export class UploadSpaceRepository {
  constructor(private readonly database: Database) {}

  /** The size of all stored files. */
  async used(organizationId: OrganizationId): Promise<number> {
    const row = await this.database.row<{ used: number }>('SELECT used FROM upload_space WHERE organization_id = $1', [
      organizationId,
    ]);
    return row?.used ?? 0;
  }

  /** Records an upload before its first byte, so that no file can be left behind. */
  async begin(organizationId: OrganizationId, fileKey: string, lifeMs: number): Promise<number> {
    const row = await this.database.row<{ id: number }>(
      `WITH space AS (INSERT INTO upload_space (organization_id) VALUES ($1) ON CONFLICT DO NOTHING)
       INSERT INTO upload_draft (organization_id, file_key, due_at)
       VALUES ($1, $2, now() + $3 * interval '1 millisecond') RETURNING id`,
      [organizationId, fileKey, lifeMs],
    );
    return row!.id;
  }

  /** Reserves space for further bytes. `false`: the quota is exceeded, or the upload was abandoned. */
  async reserve(draftId: number, bytes: number, quota: number | null, lifeMs: number): Promise<boolean> {
    const written = await this.database.write(
      `WITH draft AS MATERIALIZED (SELECT id, organization_id FROM upload_draft WHERE id = $1 FOR UPDATE),
       space AS (
         UPDATE upload_space s SET reserved = s.reserved + $2 FROM draft
         WHERE s.organization_id = draft.organization_id AND ($3::bigint IS NULL OR s.used + s.reserved + $2 <= $3)
         RETURNING s.organization_id)
       UPDATE upload_draft d SET reserved = d.reserved + $2, due_at = now() + $4 * interval '1 millisecond'
       FROM space WHERE d.id = $1`,
      [draftId, bytes, quota, lifeMs],
    );
    return written === 1;
  }

  /**
   * Called in the transaction that stores the file. `false`: the upload was abandoned. The result `used` is the new
   * total.
   */
  async settle(draftId: number, size: number): Promise<boolean> {
    const written = await this.database.write(
      `WITH draft AS (DELETE FROM upload_draft WHERE id = $1 RETURNING organization_id, reserved)
       UPDATE upload_space s SET used = s.used + $2, reserved = s.reserved - draft.reserved
       FROM draft WHERE s.organization_id = draft.organization_id`,
      [draftId, size],
    );
    return written === 1;
  }

  /** The upload failed: schedules the removal of its file. */
  async giveUp(draftId: number): Promise<void> {
    await this.database.write(
      `WITH draft AS (DELETE FROM upload_draft WHERE id = $1 RETURNING organization_id, reserved, file_key),
       orphan AS (INSERT INTO file_removal (file_key) SELECT file_key FROM draft)
       UPDATE upload_space s SET reserved = s.reserved - draft.reserved
       FROM draft WHERE s.organization_id = draft.organization_id`,
      [draftId],
    );
  }

  /** The oldest uploads without progress for too long. */
  async abandoned(limit: number): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      'SELECT id FROM upload_draft WHERE due_at < now() ORDER BY due_at, id LIMIT $1',
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  async countAbandoned(): Promise<number> {
    const row = await this.database.row<{ waiting: number }>(
      'SELECT count(*) AS waiting FROM upload_draft WHERE due_at < now()',
    );
    return row!.waiting;
  }

  /** Subtracts the size of removed files. */
  async free(organizationId: OrganizationId, bytes: number): Promise<number> {
    const row = await this.database.row<{ used: number }>(
      'UPDATE upload_space SET used = used - $2 WHERE organization_id = $1 RETURNING used',
      [organizationId, bytes],
    );
    return row?.used ?? 0;
  }
}

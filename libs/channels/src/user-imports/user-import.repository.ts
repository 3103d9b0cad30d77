import type { OrganizationId, UserId } from '@app/kernel';
import { Database, Origin, Outbox } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ImportProgress } from './import-progress';
import type { UserRow } from './user-row';

/** An import with the lines that are left. */
export interface ImportWork extends Origin, ImportProgress {
  readonly organizationId: OrganizationId;
  readonly actorId: UserId;
  readonly rows: readonly UserRow[];
}

const PROGRESS = 'id, total, done, failure';
/** A node that works on an import has it for this long, and renews that with each batch. */
const LEASE = "now() + interval '60 seconds'";

/** Imports that administrators began. The last of each organization is kept, so that its outcome can be read. */
@Injectable()
export class UserImportRepository extends Outbox {
  constructor(database: Database) {
    super(database, 'user_import');
  }

  async insert(
    organizationId: OrganizationId,
    { client, address }: Origin,
    actorId: UserId,
    rows: readonly UserRow[],
  ): Promise<number> {
    await this.database.write(
      'DELETE FROM user_import WHERE organization_id = $1 AND (done = total OR failure IS NOT NULL)',
      [organizationId],
    );
    const row = await this.database.row<{ id: number }>(
      `INSERT INTO user_import (organization_id, actor_id, client, address, rows, total)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [organizationId, actorId, client, address, JSON.stringify(rows), rows.length],
    );
    return row!.id;
  }

  progress(organizationId: OrganizationId, id: number): Promise<ImportProgress | null> {
    return this.database.row(`SELECT ${PROGRESS} FROM user_import WHERE organization_id = $1 AND id = $2`, [
      organizationId,
      id,
    ]);
  }

  /** `null`: another node works on it, or it is done. */
  take(id: number): Promise<ImportWork | null> {
    return this.database.row(
      `UPDATE user_import SET due_at = ${LEASE} WHERE id = $1 AND due_at <= now()
       RETURNING ${PROGRESS}, organization_id AS "organizationId", actor_id AS "actorId", client, address, rows`,
      [id],
    );
  }

  async noteDone(id: number, done: number): Promise<void> {
    await this.database.write(
      `UPDATE user_import SET done = $2, attempts = 0,
         due_at = CASE WHEN $2 = total THEN 'infinity' ELSE ${LEASE} END,
         rows = CASE WHEN $2 = total THEN '[]' ELSE rows END WHERE id = $1`,
      [id, done],
    );
  }

  async noteFailure(id: number, failure: string): Promise<void> {
    await this.database.write("UPDATE user_import SET failure = $2, rows = '[]', due_at = 'infinity' WHERE id = $1", [
      id,
      failure,
    ]);
  }
}

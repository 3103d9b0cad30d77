import { Database, Outbox } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** Stored files that are to be removed. */
@Injectable()
export class FileRemovalRepository extends Outbox {
  constructor(database: Database) {
    super(database, 'file_removal');
  }

  async insert(fileKeys: readonly string[]): Promise<void> {
    await this.database.write('INSERT INTO file_removal (file_key) SELECT unnest($1::text[])', [fileKeys]);
  }

  /** `null`: it was already removed. */
  async keyOf(id: number): Promise<string | null> {
    const row = await this.database.row<{ key: string }>('SELECT file_key AS key FROM file_removal WHERE id = $1', [
      id,
    ]);
    return row?.key ?? null;
  }

  async done(id: number): Promise<void> {
    await this.database.write('DELETE FROM file_removal WHERE id = $1', [id]);
  }
}

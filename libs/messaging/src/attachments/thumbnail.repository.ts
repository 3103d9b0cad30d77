import type { Attachment } from './attachment';
import { Database, Outbox } from '@app/platform';
import { Injectable } from '@nestjs/common';

export interface Thumbnail {
  readonly format: string;
  readonly fileKey: string;
  /** Bytes. */
  readonly size: number;
}

/** Thumbnails of files, and the task to make them: one row for each file, with its id. */
@Injectable()
export class ThumbnailRepository extends Outbox {
  constructor(database: Database) {
    super(database, 'thumbnail_task');
  }

  async queue(attachmentId: number): Promise<void> {
    await this.database.write('INSERT INTO thumbnail_task (id) VALUES ($1) ON CONFLICT DO NOTHING', [attachmentId]);
  }

  /** Called in the transaction that has claimed the task. `false`: the file was removed. */
  async insert(attachmentId: number, thumbnails: readonly Thumbnail[]): Promise<boolean> {
    const written = await this.database.write(
      `WITH made AS (
         SELECT * FROM jsonb_to_recordset($2::jsonb) AS made (format text, "fileKey" text, size bigint))
       INSERT INTO thumbnail (attachment_id, format, file_key, size)
       SELECT a.id, made.format, made."fileKey", made.size FROM made, attachment a WHERE a.id = $1
       ON CONFLICT (attachment_id, format) DO NOTHING`,
      [attachmentId, JSON.stringify(thumbnails)],
    );
    return written === thumbnails.length;
  }

  async mark(attachmentId: number, state: Attachment['thumbnails']): Promise<void> {
    await this.database.write('UPDATE attachment SET thumbnails = $2 WHERE id = $1', [attachmentId, state]);
  }

  find(attachmentId: number, format: string): Promise<Thumbnail | null> {
    return this.database.row<Thumbnail>(
      'SELECT format, file_key AS "fileKey", size FROM thumbnail WHERE attachment_id = $1 AND format = $2',
      [attachmentId, format],
    );
  }
}

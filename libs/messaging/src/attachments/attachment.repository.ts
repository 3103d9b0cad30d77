import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Attachment, ListedAttachment, ThumbnailState } from './attachment';

const ATTACHMENT = `a.id, a.organization_id AS "organizationId", a.owner_id AS "ownerId", a.path_id AS "pathId",
  a.file_key AS "fileKey", a.name, a.size, a.content_type AS "contentType", a.width, a.height,
  a.is_animated AS "isAnimated", a.thumbnails,
  floor(extract(epoch FROM a.created_at) * 1000)::bigint AS "createdAt"`;

/** The most messages of a file that are listed, newest first. */
const MAX_LISTED = 1_000;

const LISTED = `a.id, a.owner_id AS "ownerId", a.name, a.path_id AS "pathId", a.size,
  floor(extract(epoch FROM a.created_at) * 1000)::bigint AS "createdAt",
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', linking.id, 'sentAt', linking.sent_at) ORDER BY linking.id)
            FROM (SELECT m.id, floor(extract(epoch FROM m.sent_at) * 1000)::bigint AS sent_at
                  FROM attachment_message l JOIN message m ON m.id = l.message_id
                  WHERE l.attachment_id = a.id ORDER BY m.id DESC LIMIT ${MAX_LISTED}) linking), '[]') AS messages`;

/** A scheduled message needs the file `a`. */
const IS_KEPT = 'EXISTS (SELECT FROM attachment_scheduled_message k WHERE k.attachment_id = a.id)';

export type NewAttachment = Omit<Attachment, 'id' | 'createdAt'> & { readonly createdAt: Date };

/** The stored files of a removed attachment: its own and those of its thumbnails. */
export interface RemovedAttachment {
  readonly id: number;
  readonly ownerId: UserId;
  readonly size: number;
  readonly fileKeys: readonly string[];
}

@Injectable()
export class AttachmentRepository {
  constructor(private readonly database: Database) {}

  async insert(file: NewAttachment): Promise<number> {
    const row = await this.database.row<{ id: number }>(
      `INSERT INTO attachment (organization_id, owner_id, path_id, file_key, name, size, content_type, width, height,
         is_animated, thumbnails, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
      [
        file.organizationId,
        file.ownerId,
        file.pathId,
        file.fileKey,
        file.name,
        file.size,
        file.contentType,
        file.width,
        file.height,
        file.isAnimated,
        file.thumbnails,
        file.createdAt,
      ],
    );
    return row!.id;
  }

  find(id: number): Promise<Attachment | null> {
    return this.database.row<Attachment>(`SELECT ${ATTACHMENT} FROM attachment a WHERE a.id = $1`, [id]);
  }

  /** The existing files among the paths, in no order. */
  byPath(organizationId: OrganizationId, pathIds: readonly string[]): Promise<Attachment[]> {
    return this.database.rows<Attachment>(
      `SELECT ${ATTACHMENT} FROM attachment a WHERE a.path_id = ANY ($2) AND a.organization_id = $1`,
      [organizationId, pathIds],
    );
  }

  /** As `byPath`, only files of that message. */
  byMessage(organizationId: OrganizationId, messageId: MessageId, pathIds: readonly string[]): Promise<Attachment[]> {
    return this.database.rows<Attachment>(
      `SELECT ${ATTACHMENT} FROM attachment a JOIN attachment_message l ON l.attachment_id = a.id
       WHERE l.message_id = $3 AND a.path_id = ANY ($2) AND a.organization_id = $1`,
      [organizationId, pathIds, messageId],
    );
  }

  /** Messages that contain the file, newest first, below an id. */
  async messageIds(id: number, below: number, limit: number): Promise<MessageId[]> {
    const rows = await this.database.rows<{ messageId: MessageId }>(
      `SELECT message_id AS "messageId" FROM attachment_message
       WHERE attachment_id = $1 AND message_id < $2 ORDER BY message_id DESC LIMIT $3`,
      [id, below, limit],
    );
    return rows.map(({ messageId }) => messageId);
  }

  /** Channels with messages that contain the file. */
  async channelIds(id: number): Promise<ChannelId[]> {
    const rows = await this.database.rows<{ channelId: ChannelId }>(
      `SELECT DISTINCT m.channel_id AS "channelId" FROM attachment_message l JOIN message m ON m.id = l.message_id
       WHERE l.attachment_id = $1 AND m.channel_id IS NOT NULL`,
      [id],
    );
    return rows.map(({ channelId }) => channelId);
  }

  /** Ascending by id. */
  listOwn(ownerId: UserId): Promise<ListedAttachment[]> {
    return this.database.rows<ListedAttachment>(
      `SELECT ${LISTED} FROM attachment a WHERE a.owner_id = $1 ORDER BY a.id`,
      [ownerId],
    );
  }

  listed(ids: readonly number[]): Promise<ListedAttachment[]> {
    return this.database.rows<ListedAttachment>(
      `SELECT ${LISTED} FROM attachment a WHERE a.id = ANY ($1::bigint[]) ORDER BY a.id`,
      [ids],
    );
  }

  /** Locks the existing files until the transaction ends. Called in the transaction that changes their links. */
  hold(ids: readonly number[]): Promise<{ id: number; thumbnails: ThumbnailState }[]> {
    return this.database.rows(
      'SELECT id, thumbnails FROM attachment WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE',
      [ids],
    );
  }

  /** The files of the messages. */
  async ofMessages(messageIds: readonly number[]): Promise<{ id: number; ownerId: UserId }[]> {
    return this.database.rows(
      `SELECT DISTINCT a.id, a.owner_id AS "ownerId" FROM attachment_message l JOIN attachment a ON a.id = l.attachment_id
       WHERE l.message_id = ANY ($1::bigint[])`,
      [messageIds],
    );
  }

  async link(messageId: MessageId, ids: readonly number[]): Promise<void> {
    await this.database.write(
      `WITH used AS (UPDATE attachment SET is_used = true WHERE id = ANY ($2::bigint[]) AND NOT is_used)
       INSERT INTO attachment_message (attachment_id, message_id) SELECT id, $1 FROM unnest($2::bigint[]) AS linked (id)
       ON CONFLICT DO NOTHING`,
      [messageId, ids],
    );
  }

  async unlink(messageIds: readonly number[], ids: readonly number[]): Promise<void> {
    await this.database.write(
      'DELETE FROM attachment_message WHERE message_id = ANY ($1::bigint[]) AND attachment_id = ANY ($2::bigint[])',
      [messageIds, ids],
    );
  }

  /** The files that no message or scheduled message contains. */
  async unlinked(ids: readonly number[]): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      `SELECT a.id FROM attachment a WHERE a.id = ANY ($1::bigint[])
         AND NOT EXISTS (SELECT FROM attachment_message l WHERE l.attachment_id = a.id) AND NOT ${IS_KEPT}`,
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  /** The files that a message contained, and that no message or scheduled message contains now. */
  async unneeded(ids: readonly number[]): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      `SELECT a.id FROM attachment a WHERE a.id = ANY ($1::bigint[]) AND a.is_used
         AND NOT EXISTS (SELECT FROM attachment_message l WHERE l.attachment_id = a.id) AND NOT ${IS_KEPT}`,
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  /** The oldest files that were uploaded before that time and never used. */
  unused(before: Date, limit: number): Promise<{ id: number; ownerId: UserId; organizationId: OrganizationId }[]> {
    return this.database.rows(
      `SELECT a.id, a.owner_id AS "ownerId", a.organization_id AS "organizationId" FROM attachment a
       WHERE NOT a.is_used AND a.created_at < $1 AND NOT ${IS_KEPT} ORDER BY a.created_at, a.id LIMIT $2`,
      [before, limit],
    );
  }

  async countUnused(before: Date): Promise<number> {
    const row = await this.database.row<{ waiting: number }>(
      `SELECT count(*) AS waiting FROM attachment a WHERE NOT a.is_used AND a.created_at < $1 AND NOT ${IS_KEPT}`,
      [before],
    );
    return row!.waiting;
  }

  /** The keys that no row contains. */
  async orphans(fileKeys: readonly string[]): Promise<string[]> {
    const rows = await this.database.rows<{ key: string }>(
      `SELECT key FROM unnest($1::text[]) AS kept (key)
       WHERE NOT EXISTS (SELECT FROM attachment WHERE file_key = key)
         AND NOT EXISTS (SELECT FROM thumbnail WHERE file_key = key)
         AND NOT EXISTS (SELECT FROM upload_draft WHERE file_key = key)
         AND NOT EXISTS (SELECT FROM file_removal WHERE file_key = key)`,
      [fileKeys],
    );
    return rows.map(({ key }) => key);
  }

  /** Removes the files with their dependent rows. `unusedOnly`: only files that were never used. */
  remove(ids: readonly number[], unusedOnly = false): Promise<RemovedAttachment[]> {
    return this.database.rows<RemovedAttachment>(
      `WITH files AS (
         SELECT a.id, ARRAY[a.file_key] || ARRAY(SELECT t.file_key FROM thumbnail t WHERE t.attachment_id = a.id) AS keys
         FROM attachment a WHERE a.id = ANY ($1::bigint[]) FOR UPDATE)
       DELETE FROM attachment a USING files WHERE a.id = files.id AND NOT ($2 AND (a.is_used OR ${IS_KEPT}))
       RETURNING a.id, a.owner_id AS "ownerId", a.size, files.keys AS "fileKeys"`,
      [ids, unusedOnly],
    );
  }
}

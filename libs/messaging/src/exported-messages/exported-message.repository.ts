import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** A message without its text. */
export interface StoredMessage {
  readonly id: MessageId;
  readonly organizationId: OrganizationId;
  /** UNIX seconds. */
  readonly sentAt: number;
}

/** An uploaded file with the newest messages that link to it. */
export interface StoredUpload {
  readonly id: number;
  readonly ownerId: UserId;
  readonly pathId: string;
  readonly fileKey: string;
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
  readonly messageIds: readonly MessageId[];
}

/** A file that older messages link, too, is exported for the newest of them. */
const MAX_MESSAGES = 100;

/** Messages and files in the order of their ids. */
@Injectable()
export class ExportedMessageRepository {
  constructor(private readonly database: Database) {}

  /** The next messages of the server, those of other organizations included: ids of all organizations are one sequence. */
  after(id: number, limit: number): Promise<StoredMessage[]> {
    return this.database.rows(
      `SELECT id, organization_id AS "organizationId", extract(epoch FROM sent_at)::float8 AS "sentAt"
       FROM message WHERE id > $1 ORDER BY id LIMIT $2`,
      [id, limit],
    );
  }

  uploadsAfter(organizationId: OrganizationId, id: number, limit: number): Promise<StoredUpload[]> {
    return this.database.rows(
      `SELECT a.id, a.owner_id AS "ownerId", a.path_id AS "pathId", a.file_key AS "fileKey", a.name, a.size,
         a.content_type AS "contentType",
         ARRAY(SELECT link.message_id FROM attachment_message link WHERE link.attachment_id = a.id
               ORDER BY link.message_id DESC LIMIT ${MAX_MESSAGES}) AS "messageIds"
       FROM attachment a WHERE a.organization_id = $1 AND a.id > $2 ORDER BY a.id LIMIT $3`,
      [organizationId, id, limit],
    );
  }
}

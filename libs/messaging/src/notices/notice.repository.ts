import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Database, Outbox } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** A message that a bot of the server will send: in a channel, or to users. */
export interface StoredNotice {
  readonly organizationId: OrganizationId;
  /** Sent by the welcome bot. Default: false. */
  readonly isWelcome?: boolean;
  readonly channelId: ChannelId | null;
  readonly topic: string;
  readonly recipientIds: readonly UserId[];
  readonly content: string;
  readonly linkedChannelIds: readonly ChannelId[];
  /** The user for whom it is read from the start. */
  readonly readerId: UserId | null;
  /**
   * Of a topic that was resolved or unresolved: one of its messages. If that message is removed or moved, the notice is
   * not sent. Default: `null`.
   */
  readonly resolutionOf?: MessageId | null;
}

@Injectable()
export class NoticeRepository extends Outbox {
  constructor(database: Database) {
    super(database, 'notice');
  }

  /** Returns the ids in the given order. */
  async insert(notices: readonly StoredNotice[]): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      `INSERT INTO notice (organization_id, channel_id, topic, recipient_ids, content, linked_channel_ids, reader_id,
         resolution_of, is_welcome)
       SELECT "organizationId", "channelId", topic, "recipientIds", content, "linkedChannelIds", "readerId",
         "resolutionOf", coalesce("isWelcome", false)
       FROM jsonb_to_recordset($1::jsonb) AS n ("organizationId" bigint, "channelId" bigint, topic text,
         "recipientIds" bigint[], content text, "linkedChannelIds" bigint[], "readerId" bigint, "resolutionOf" bigint,
         "isWelcome" boolean)
       RETURNING id`,
      [JSON.stringify(notices)],
    );
    return rows.map(({ id }) => id);
  }

  /** Waits for a concurrent sender; then `null`, if that has committed. */
  find(id: number): Promise<StoredNotice | null> {
    return this.database.row<StoredNotice>(
      `SELECT organization_id AS "organizationId", channel_id AS "channelId", topic, recipient_ids AS "recipientIds",
              content, linked_channel_ids AS "linkedChannelIds", reader_id AS "readerId",
              resolution_of AS "resolutionOf", is_welcome AS "isWelcome" FROM notice WHERE id = $1`,
      [id],
    );
  }
}

import type { ChannelId, UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Address, CheckedDraft, Draft } from './draft';
import { DraftEntity } from './draft.entity';

interface DraftRow {
  readonly id: number;
  readonly channelId: ChannelId | null;
  readonly recipientIds: readonly UserId[];
  readonly topic: string;
  readonly content: string;
  readonly editedAt: number;
}

type Author = Pick<Actor, 'organizationId' | 'userId'>;

const COLUMNS = `id, channel_id AS "channelId", recipient_ids AS "recipientIds", topic, content,
  floor(extract(epoch FROM edited_at))::bigint AS "editedAt"`;

@Injectable()
export class DraftRepository {
  constructor(
    @InjectRepository(DraftEntity) private readonly drafts: Repository<DraftEntity>,
    private readonly database: Database,
  ) {}

  /** Ordered by last edit, oldest first. Uses SQL because a user may have ten thousand drafts. */
  async list(userId: UserId): Promise<Draft[]> {
    const rows = await this.database.rows<DraftRow>(
      `SELECT ${COLUMNS} FROM draft WHERE user_id = $1 ORDER BY edited_at, id`,
      [userId],
    );
    return rows.map(draftOf);
  }

  /** Ordered by last edit, newest first. Uses SQL because every registration runs it (ADR 30). */
  async newest(userId: UserId, limit: number): Promise<Draft[]> {
    const rows = await this.database.rows<DraftRow>(
      `SELECT ${COLUMNS} FROM draft WHERE user_id = $1 ORDER BY edited_at DESC, id DESC LIMIT $2`,
      [userId, limit],
    );
    return rows.map(draftOf);
  }

  count(userId: UserId): Promise<number> {
    return this.drafts.countBy({ userId });
  }

  /**
   * Returns the stored drafts in the given order. Uses SQL because TypeORM would exceed the parameter limit of a
   * statement.
   */
  async insert({ organizationId, userId }: Author, drafts: readonly CheckedDraft[]): Promise<Draft[]> {
    const rows = await this.database.rows<DraftRow>(
      `INSERT INTO draft (organization_id, user_id, channel_id, recipient_ids, topic, content, edited_at)
        SELECT $1, $2, given.channel, given.recipients, given.topic, given.content, to_timestamp(given.edited)
        FROM ROWS FROM (jsonb_to_recordset($3::jsonb)
          AS (channel bigint, recipients bigint[], topic text, content text, edited float8)) WITH ORDINALITY
          AS given (channel, recipients, topic, content, edited, place)
        ORDER BY given.place
        RETURNING ${COLUMNS}`,
      [organizationId, userId, JSON.stringify(drafts.map(recordOf))],
    );
    return rows.map(draftOf);
  }

  /** `null`: the user has no such draft. Uses SQL because the database rounds the time and returns the stored row. */
  async update(userId: UserId, id: number, draft: CheckedDraft): Promise<Draft | null> {
    const { channel, recipients, topic, content, edited } = recordOf(draft);
    const row = await this.database.row<DraftRow>(
      `UPDATE draft SET channel_id = $3, recipient_ids = $4, topic = $5, content = $6, edited_at = to_timestamp($7)
        WHERE user_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
      [userId, id, channel, recipients, topic, content, edited],
    );
    return row && draftOf(row);
  }

  /** `false`: the user has no such draft. */
  async remove(userId: UserId, id: number): Promise<boolean> {
    return (await this.drafts.delete({ userId, id })).affected === 1;
  }

  exists(userId: UserId, id: number): Promise<boolean> {
    return this.drafts.existsBy({ userId, id });
  }

  async removeAll(userId: UserId): Promise<void> {
    await this.drafts.delete({ userId });
  }
}

const recordOf = ({ address, content, editedAt }: CheckedDraft) => ({
  channel: address.to === 'channel' ? address.channelId : null,
  recipients: address.to === 'people' ? address.userIds : [],
  topic: address.to === 'channel' ? address.topic : '',
  content,
  edited: editedAt,
});

function draftOf({ id, channelId, recipientIds, topic, content, editedAt }: DraftRow): Draft {
  return { id, address: addressIn(channelId, recipientIds, topic), content, editedAt };
}

function addressIn(channelId: ChannelId | null, userIds: readonly UserId[], topic: string): Address {
  if (channelId !== null) return { to: 'channel', channelId, topic };
  return userIds.length > 0 ? { to: 'people', userIds } : { to: 'nobody' };
}

import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { Backlog, Database, ChunkedRows } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** A message that may cause push notifications. */
export interface PushCandidate {
  readonly messageId: MessageId;
  readonly organizationId: OrganizationId;
  /** The users to whom it is addressed individually. */
  readonly userIds: readonly UserId[];
  /** Followers of its place are candidates too. */
  readonly isWhole: boolean;
}

/** A stored candidate. */
export interface WaitingPushCandidate extends PushCandidate {
  readonly id: number;
  /** Users up to this one are done. */
  readonly doneUserId: number;
  /** `false`: a day old; it causes no notifications. */
  readonly isFresh: boolean;
}

@Injectable()
export class PushCandidateRepository extends ChunkedRows {
  constructor(database: Database) {
    super(database, 'push_due');
  }

  async insert({ messageId, organizationId, userIds, isWhole }: PushCandidate): Promise<void> {
    await this.database.write(
      'INSERT INTO push_due (message_id, organization_id, user_ids, is_whole) VALUES ($1, $2, $3, $4)',
      [messageId, organizationId, userIds, isWhole],
    );
  }

  /** The oldest ones. */
  look(limit: number): Promise<WaitingPushCandidate[]> {
    return this.database.rows<WaitingPushCandidate>(
      `SELECT id, done_user_id AS "doneUserId", message_id AS "messageId", organization_id AS "organizationId",
         user_ids AS "userIds", is_whole AS "isWhole", created_at > now() - interval '1 day' AS "isFresh"
       FROM push_due ORDER BY id LIMIT $1`,
      [limit],
    );
  }

  /** Waits for workers that handle candidates of the message, and blocks others until the transaction ends. */
  async hold(messageId: MessageId): Promise<void> {
    await this.database.rows('SELECT FROM push_due WHERE message_id = $1 ORDER BY id FOR UPDATE', [messageId]);
  }

  async backlog(): Promise<Backlog> {
    const row = await this.database.row<Backlog>(
      `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"
       FROM push_due`,
    );
    return row!;
  }
}

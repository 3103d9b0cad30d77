import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { Backlog, Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** A message of which phones may have to be told. */
export interface Call {
  readonly messageId: MessageId;
  readonly organizationId: OrganizationId;
  /** To whom it is addressed one by one. */
  readonly userIds: readonly UserId[];
  /** Whoever listens to its place is meant, too. */
  readonly isWhole: boolean;
}

@Injectable()
export class CallRepository {
  constructor(private readonly database: Database) {}

  async insert({ messageId, organizationId, userIds, isWhole }: Call): Promise<void> {
    await this.database.write(
      'INSERT INTO push_due (message_id, organization_id, user_ids, is_whole) VALUES ($1, $2, $3, $4)',
      [messageId, organizationId, userIds, isWhole],
    );
  }

  /** The oldest ones that nobody else is at; gone with the transaction. What nobody took for a day is for nobody. */
  async take(limit: number): Promise<Call[]> {
    return this.database.rows<Call>(
      `WITH taken AS (
         DELETE FROM push_due WHERE id IN (SELECT id FROM push_due ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING *)
       SELECT message_id AS "messageId", organization_id AS "organizationId", user_ids AS "userIds",
         is_whole AS "isWhole"
       FROM taken WHERE created_at > now() - interval '1 day' ORDER BY id`,
      [limit],
    );
  }

  /** Whoever is at the calls of a message comes to an end first; nobody else begins before the transaction ends. */
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

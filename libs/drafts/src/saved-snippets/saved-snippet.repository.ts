import type { UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { SavedSnippet, SnippetText } from './saved-snippet';

type Author = Pick<Actor, 'organizationId' | 'userId'>;

const COLUMNS = 'id, title, content, floor(extract(epoch FROM created_at))::bigint AS "createdAt"';

@Injectable()
export class SavedSnippetRepository {
  constructor(private readonly database: Database) {}

  /** In the order in which they were made. */
  list(userId: UserId): Promise<SavedSnippet[]> {
    return this.database.rows<SavedSnippet>(`SELECT ${COLUMNS} FROM saved_snippet WHERE user_id = $1 ORDER BY id`, [
      userId,
    ]);
  }

  async count(userId: UserId): Promise<number> {
    const row = await this.database.row<{ count: number }>(
      'SELECT count(*) AS count FROM saved_snippet WHERE user_id = $1',
      [userId],
    );
    return row!.count;
  }

  async insert({ organizationId, userId }: Author, { title, content }: SnippetText, at: Date): Promise<SavedSnippet> {
    const row = await this.database.row<SavedSnippet>(
      `INSERT INTO saved_snippet (organization_id, user_id, title, content, created_at) VALUES ($1, $2, $3, $4, $5)
        RETURNING ${COLUMNS}`,
      [organizationId, userId, title, content, at],
    );
    return row!;
  }

  /** null: the user has no such snippet. */
  find(userId: UserId, id: number): Promise<SavedSnippet | null> {
    return this.database.row<SavedSnippet>(`SELECT ${COLUMNS} FROM saved_snippet WHERE user_id = $1 AND id = $2`, [
      userId,
      id,
    ]);
  }

  async update(userId: UserId, { id, title, content }: SavedSnippet): Promise<void> {
    await this.database.write('UPDATE saved_snippet SET title = $3, content = $4 WHERE user_id = $1 AND id = $2', [
      userId,
      id,
      title,
      content,
    ]);
  }

  /** false: the user has no such snippet. */
  async remove(userId: UserId, id: number): Promise<boolean> {
    return (await this.database.write('DELETE FROM saved_snippet WHERE user_id = $1 AND id = $2', [userId, id])) > 0;
  }
}

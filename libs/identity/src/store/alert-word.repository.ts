import type { OrganizationId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { AlertWord } from '../domain/alert-word';

/** Everybody's words in an organization, with the rendering version that they belong to. */
export interface AlertWordRows {
  id: OrganizationId;
  version: number;
  entries: { userId: UserId; word: string }[];
}

const OF_ORGANIZATION = prepared(`SELECT o.id, o.rendering_version AS version,
    coalesce((SELECT json_agg(json_build_object('userId', a.user_id, 'word', a.word))
      FROM alert_word a WHERE a.organization_id = o.id), '[]') AS entries
  FROM organization o WHERE o.id = $1`);

@Injectable()
export class AlertWordRepository {
  constructor(private readonly database: Database) {}

  async ofOrganization(organizationId: OrganizationId): Promise<AlertWordRows> {
    const row = await this.database.row<AlertWordRows>(OF_ORGANIZATION, [organizationId]);
    if (!row) throw new Error(`There is no organization ${organizationId}.`);
    return row;
  }

  /** In the order in which they were added. */
  list(userId: UserId): Promise<AlertWord[]> {
    return this.database.rows<AlertWord>('SELECT word, folded FROM alert_word WHERE user_id = $1 ORDER BY id', [
      userId,
    ]);
  }

  async insert(organizationId: OrganizationId, userId: UserId, words: readonly AlertWord[]): Promise<void> {
    await this.database.write(
      `INSERT INTO alert_word (organization_id, user_id, word, folded)
        SELECT $1, $2, word, folded FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS given (word, folded, place)
        ORDER BY place`,
      [organizationId, userId, words.map(({ word }) => word), words.map(({ folded }) => folded)],
    );
  }

  async remove(userId: UserId, folded: readonly string[]): Promise<void> {
    await this.database.write('DELETE FROM alert_word WHERE user_id = $1 AND folded = ANY ($2::text[])', [
      userId,
      folded,
    ]);
  }
}

import type { OrganizationId, UserId } from '@app/kernel';
import { ALERT_WORD_START } from '@app/markdown';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, Repository } from 'typeorm';
import type { AlertWord } from './alert-word';
import { AlertWordEntity } from './alert-word.entity';

/** An alert word, with the user to whom it belongs. */
export interface UserAlertWord {
  readonly userId: UserId;
  readonly word: string;
}

/** SQL, as every send asks for it (ADR 30). The lateral join makes one index lookup for each start, independently of the planner's estimates. */
const STARTING_WITH = prepared(`SELECT found.* FROM unnest($2::text[]) AS start
  CROSS JOIN LATERAL (SELECT a.user_id AS "userId", a.word FROM alert_word a
    WHERE a.organization_id = $1 AND left(a.folded, ${ALERT_WORD_START}) = start OFFSET 0) found`);

@Injectable()
export class AlertWordRepository {
  constructor(
    @InjectRepository(AlertWordEntity) private readonly words: Repository<AlertWordEntity>,
    private readonly database: Database,
  ) {}

  /**
   * The words of users of the organization that begin with one of the `starts`, each `ALERT_WORD_START` characters
   * long.
   */
  startingWith(organizationId: OrganizationId, starts: readonly string[]): Promise<UserAlertWord[]> {
    return this.database.rows<UserAlertWord>(STARTING_WITH, [organizationId, starts]);
  }

  /** Ordered by the time of addition. SQL, as every registration asks for it (ADR 30). */
  list(userId: UserId): Promise<AlertWord[]> {
    return this.database.rows<AlertWord>('SELECT word, folded FROM alert_word WHERE user_id = $1 ORDER BY id', [
      userId,
    ]);
  }

  /** SQL writes any number of words with one short statement. */
  async insert(organizationId: OrganizationId, userId: UserId, words: readonly AlertWord[]): Promise<void> {
    await this.database.write(
      `INSERT INTO alert_word (organization_id, user_id, word, folded)
        SELECT $1, $2, word, folded FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS given (word, folded, place)
        ORDER BY place`,
      [organizationId, userId, words.map(({ word }) => word), words.map(({ folded }) => folded)],
    );
  }

  async remove(userId: UserId, folded: readonly string[]): Promise<void> {
    await this.words.delete({ userId, folded: Any(folded) });
  }
}

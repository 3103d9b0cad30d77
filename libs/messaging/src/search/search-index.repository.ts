import type { ChannelId, MessageId } from '@app/kernel';
import { Backlog, Database, lock, tryLockStatement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { channelMark, DIRECT_MARK, marks } from './search.sql';

/** How far the index is (migrations/18-search.ts). */
export interface IndexState {
  /** Name of a text search configuration of PostgreSQL. */
  readonly language: string | null;
  readonly formerLanguage: string | null;
  readonly reached: MessageId;
  readonly rebuildBelow: MessageId | null;
}

export interface IndexProgress extends IndexState {
  /** There is nothing that a search would not find yet. */
  readonly isComplete: boolean;
  /** There are messages above what the index has reached, indexed or not. */
  readonly isBehind: boolean;
}

/** What is indexed of a message. */
export interface IndexedText {
  readonly id: MessageId;
  /** null: a direct message. */
  readonly channelId: ChannelId | null;
  readonly topic: string;
  readonly html: string;
}

/** The words of a text, in its order and separated by blanks. */
export interface CollectedWords extends Pick<IndexedText, 'id' | 'channelId'> {
  readonly words: string;
}

export interface IndexSize {
  readonly messages: number;
  readonly bytes: number;
}

const TEXT = 'm.id, m.channel_id AS "channelId", m.topic, m.rendered_content AS html';

const STATE = `language, former_language AS "formerLanguage", reached, rebuild_below AS "rebuildBelow"`;

/** `$1` is where the index has been lately: the planner must see how few messages are above it. */
const IS_MISSING = `m.id > $1 AND m.id > search_state.reached
  AND NOT EXISTS (SELECT FROM message_search s WHERE s.message_id = m.id)`;

/** Above all that is indexed. */
const TOP = '(SELECT greatest(reached, coalesce(max(id), 0)) + 1 FROM message)';

/** The search index. Its writers hold `lock.searchIndex()`; a change of a message only marks it. */
@Injectable()
export class SearchIndexRepository {
  private lately = 0;

  constructor(private readonly database: Database) {}

  /** Whether this transaction has the exclusive lock for writing the index. */
  async holdAlone(): Promise<boolean> {
    return (await this.database.row<{ taken: boolean }>(tryLockStatement(lock.searchIndex())))!.taken;
  }

  async state(): Promise<IndexState> {
    return this.seen((await this.database.row<IndexState>(`SELECT ${STATE} FROM search_state`))!);
  }

  async look(): Promise<IndexProgress> {
    const row = await this.database.row<IndexProgress>(
      `SELECT ${STATE}, (SELECT coalesce(max(id), 0) FROM message) > reached AS "isBehind", NOT EXISTS (SELECT FROM search_due)
         AND NOT EXISTS (SELECT FROM message m WHERE ${IS_MISSING}) AS "isComplete" FROM search_state`,
      [this.lately],
    );
    return this.seen(row!);
  }

  /** Everything is in another language from now on, once it has been indexed again. False: it is in this one already. */
  async adopt(language: string): Promise<boolean> {
    const changed = await this.database.write(
      `UPDATE search_state SET language = $1, former_language = language,
         rebuild_below = CASE WHEN language IS NULL THEN rebuild_below ELSE ${TOP} END
       WHERE language IS DISTINCT FROM $1`,
      [language],
    );
    return changed > 0;
  }

  /** Everything is to be indexed again, the newest first. */
  async restart(): Promise<void> {
    await this.database.write(`UPDATE search_state SET rebuild_below = ${TOP}`);
  }

  /** In the transaction that changes or deletes the messages: what was indexed of them counts no more. */
  async outdate(ids: readonly MessageId[]): Promise<void> {
    await this.database.write(
      `INSERT INTO search_due (message_id) SELECT id FROM unnest($1::bigint[]) AS changed (id) ORDER BY id
       ON CONFLICT (message_id) DO UPDATE SET message_id = EXCLUDED.message_id`,
      [ids],
    );
  }

  /**
   * Claims changed messages for this transaction. Changes that are not committed are left out. The ids are collected
   * into an array, because the planner may evaluate an IN subquery for each row, and each evaluation would claim a
   * further batch.
   */
  async claim(limit: number): Promise<MessageId[]> {
    const rows = await this.database.rows<{ id: MessageId }>(
      `DELETE FROM search_due WHERE message_id = ANY (ARRAY (
         SELECT message_id FROM search_due ORDER BY message_id DESC LIMIT $1 FOR UPDATE SKIP LOCKED))
       RETURNING message_id AS id`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Those that still exist. To be asked in a later statement than `claim`. */
  texts(ids: readonly MessageId[]): Promise<IndexedText[]> {
    return this.database.rows<IndexedText>(`SELECT ${TEXT} FROM message m WHERE m.id = ANY ($1::bigint[])`, [ids]);
  }

  /** What has come since, oldest or newest first. */
  missing(first: 'oldest' | 'newest', limit: number): Promise<IndexedText[]> {
    const order = first === 'oldest' ? 'ASC' : 'DESC';
    return this.database.rows<IndexedText>(
      `SELECT ${TEXT} FROM search_state CROSS JOIN message m WHERE ${IS_MISSING} ORDER BY m.id ${order} LIMIT $2`,
      [this.lately, limit],
    );
  }

  /** The newest below. */
  below(id: MessageId, limit: number): Promise<IndexedText[]> {
    return this.database.rows<IndexedText>(
      `SELECT ${TEXT} FROM message m WHERE m.id < $1 ORDER BY m.id DESC LIMIT $2`,
      [id, limit],
    );
  }

  async write(language: string, texts: readonly CollectedWords[]): Promise<void> {
    if (texts.length === 0) return;
    await this.database.write(
      `INSERT INTO message_search (message_id, words)
       SELECT id, to_tsvector($1::regconfig, words) || ${marks('id', 'place')}
       FROM unnest($2::bigint[], $3::text[], $4::text[]) AS collected (id, words, place) ORDER BY id
       ON CONFLICT (message_id) DO UPDATE SET words = EXCLUDED.words`,
      [
        language,
        texts.map(({ id }) => id),
        texts.map(({ words }) => words),
        texts.map(({ channelId }) => (channelId === null ? DIRECT_MARK : channelMark(channelId))),
      ],
    );
  }

  async remove(ids: readonly MessageId[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.write('DELETE FROM message_search WHERE message_id = ANY ($1::bigint[])', [ids]);
  }

  async reach(id: number): Promise<void> {
    await this.database.write('UPDATE search_state SET reached = $1 WHERE reached < $1', [id]);
  }

  /**
   * The index is current from `id` upwards (`null`: everywhere). Entries of deleted messages down to there are removed.
   */
  async rebuilt(id: MessageId | null): Promise<void> {
    await this.database.write(
      `WITH former AS (SELECT rebuild_below FROM search_state), gone AS (
         DELETE FROM message_search s WHERE s.message_id >= coalesce($1, 0) AND s.message_id < (SELECT rebuild_below FROM former)
           AND NOT EXISTS (SELECT FROM message m WHERE m.id = s.message_id))
       UPDATE search_state SET rebuild_below = $1,
         former_language = CASE WHEN $1::bigint IS NOT NULL THEN former_language END`,
      [id],
    );
  }

  async size(): Promise<IndexSize> {
    const row = await this.database.row<IndexSize>(
      `SELECT count(*) AS messages, pg_total_relation_size('message_search') AS bytes FROM message_search`,
    );
    return row!;
  }

  /** Messages that are still to be indexed, counted up to a limit. */
  async backlog(limit: number): Promise<Backlog> {
    const row = await this.database.row<Backlog>(
      `WITH missing AS (SELECT m.sent_at FROM search_state CROSS JOIN message m WHERE ${IS_MISSING} LIMIT $2),
         outdated AS (SELECT FROM search_due LIMIT $2),
         old AS (SELECT FROM message m WHERE m.id < (SELECT rebuild_below FROM search_state) LIMIT $2)
       SELECT (SELECT count(*) FROM missing) + (SELECT count(*) FROM outdated) + (SELECT count(*) FROM old) AS waiting,
         coalesce((SELECT extract(epoch FROM now() - min(sent_at)) FROM missing), 0)::float8 AS "oldestSeconds"`,
      [this.lately, limit],
    );
    return row!;
  }

  /** The lexemes of each of the words in that language. */
  async lexemes(language: string, words: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.database.rows<{ word: string; lexemes: string[] }>(
      `SELECT word, tsvector_to_array(to_tsvector($1::regconfig, word)) AS lexemes FROM unnest($2::text[]) AS given (word)`,
      [language, words],
    );
    return new Map(rows.map(({ word, lexemes }) => [word, lexemes]));
  }

  /** It never falls: there is no way back to before a restore but a restart. */
  private seen<T extends IndexState>(state: T): T {
    this.lately = Math.max(this.lately, state.reached);
    return state;
  }
}

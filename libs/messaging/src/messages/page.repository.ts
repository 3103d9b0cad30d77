import type { MessageId } from '@app/kernel';
import { Database, prepared, PreparedStatement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MessagesAreTooLong } from '../errors';
import type { ViewedMessage } from '../records/message';
import { MESSAGE_BYTES, PAGE_SIDE_BYTES, PagePart, PageWindow, partsOf, ReadPage } from './page-window';
import type { Condition, Muting } from '../narrows/search-scope';
import { VISIBILITY } from '../user-topics/user-topic';
import { Bindings } from '../bindings.sql';
import { ANY, fits, Search, UNREAD, USER } from '../narrows/candidates.sql';
import { VIEWED, VIEWED_JOINS } from '../records/message.repository';
import { boundsOf, idsOf, isEmptyScope, isOfUnread, isSparse, SearchBounds, widthsOf } from './page.sql';
import { readerState, unreadMessages } from '../received/standing.sql';
import { unreadBounds, UnreadBounds, UnreadReach } from './unread-bounds';
import { withinTime } from './within-time.sql';
import { WordPageRepository } from './word-page.repository';

/** The budget for messages that are requested by their ids. */
const SELECTION_BYTES = 8 * 1024 * 1024;

/**
 * Reads pages of messages: the ids first, and then the messages. One statement, except for word searches. All methods
 * throw SearchTakesTooLong.
 */
@Injectable()
export class PageRepository {
  constructor(
    private readonly database: Database,
    private readonly wordPages: WordPageRepository,
  ) {}

  /** The messages of a window, each once, within the budget of a page counted from the anchor. */
  async read(search: Search, window: PageWindow): Promise<ReadPage<ViewedMessage>> {
    const parts = partsOf(window);
    if (parts.length === 0 || isEmptyScope(search)) return { messages: [], olderCount: 0, newerCount: 0 };
    const bindings = bindingsOf(search);
    const ids = (await this.wordPages.find(search, parts)) ?? (await this.sparseIds(search, parts));
    const page = ids ? `SELECT unnest(${bindings.add(ids, 'bigint[]')}) AS id` : pageOf(search, parts, bindings);
    const text = viewed(page, { anchor: bindings.add(window.anchor, 'bigint'), bytes: PAGE_SIDE_BYTES });
    const rows = await this.messages(ids ? prepared(text) : statementOf(search, text), bindings);
    const countOf = (side: number) => rows.find((row) => row.side === side)?.sideCount ?? 0;
    return { messages: rows, olderCount: countOf(-1), newerCount: countOf(1) };
  }

  /** As `read`, only the ids. */
  async ids(search: Search, parts: readonly PagePart[]): Promise<MessageId[]> {
    if (parts.length === 0 || isEmptyScope(search)) return [];
    const ids = (await this.wordPages.find(search, parts)) ?? (await this.sparseIds(search, parts));
    return ids ?? this.idsIn(search, parts);
  }

  /** The given ids that the search finds; ascending. */
  async select(search: Search, ids: readonly number[]): Promise<ViewedMessage[]> {
    if (ids.length === 0 || isEmptyScope(search)) return [];
    const bindings = bindingsOf(search);
    const wanted = `m.id = ANY (${bindings.add(ids, 'bigint[]')})`;
    const page = `SELECT m.id FROM message m WHERE ${wanted} AND ${fits(search, ANY, bindings)}`;
    const budget = { anchor: bindings.add(0, 'bigint'), bytes: SELECTION_BYTES };
    const rows = await this.messages(viewed(page, budget), bindings);
    const [first] = rows;
    if (first && rows.length < first.sideCount) throw new MessagesAreTooLong();
    return rows;
  }

  /** The oldest unread message that is not muted. */
  async firstUnread(search: Search, muting: Muting): Promise<MessageId | null> {
    if (isEmptyScope(search)) return null;
    for (const bounds of unreadBounds({ from: 0, count: 1 }, await this.reachOf(search))) {
      const bindings = bindingsOf(search);
      const found = this.database.row<{ id: MessageId }>(
        statementOf(
          search,
          `WITH ${readerState(USER)}, ${unreadMessages(USER, boundsOf(bounds, bindings))}
           SELECT own.id FROM ${UNREAD.from} WHERE ${fits(search, UNREAD, bindings)} AND ${isHeard(muting, bindings)}
           ORDER BY own.id LIMIT 1`,
        ),
        bindings.values,
      );
      const row = await withinTime(found);
      if (row) return row.id;
    }
    return null;
  }

  /** Searches the nearest ids first, and further only if necessary; `null`: this would not help. */
  private async sparseIds(search: Search, parts: readonly PagePart[]): Promise<MessageId[] | null> {
    if (isOfUnread(search)) return this.unreadIds(search, parts);
    if (!isSparse(search)) return null;
    const found = await Promise.all(parts.map((part) => this.nearestOf(search, part)));
    return found.flat();
  }

  private async unreadIds(search: Search, parts: readonly PagePart[]): Promise<MessageId[]> {
    const reach = await this.reachOf(search);
    const found = await Promise.all(parts.map((part) => this.unreadOf(search, part, unreadBounds(part, reach))));
    return found.flat();
  }

  private async unreadOf(search: Search, part: PagePart, bounds: readonly UnreadBounds[]): Promise<MessageId[]> {
    const [nearest, ...further] = bounds;
    const ids = await this.idsIn(search, [part], { unread: nearest });
    return ids.length >= part.count || further.length === 0 ? ids : this.unreadOf(search, part, further);
  }

  private async reachOf({ readingUser }: Search): Promise<UnreadReach> {
    const row = await this.database.row<UnreadReach>(
      `SELECT coalesce((SELECT read_floor FROM user_read_state WHERE user_id = $1), 0) AS floor, last_value AS newest
       FROM message_id_seq`,
      [readingUser.userId],
    );
    return row!;
  }

  private async nearestOf(search: Search, part: PagePart): Promise<MessageId[]> {
    for (const width of widthsOf(search)) {
      const ids = await this.idsIn(search, [part], { width });
      if (ids.length >= part.count || (search.scope.open && (await this.isAllWithin(part, width)))) return ids;
    }
    return this.idsIn(search, [part]);
  }

  /** Whether the part has no messages beyond that width. */
  private async isAllWithin(part: PagePart, width: number): Promise<boolean> {
    const row = await this.database.row<{ least: number | null; most: number }>(
      'SELECT (SELECT min(id) FROM message) AS least, (SELECT max(id) FROM message) AS most',
    );
    const { least, most } = row!;
    if (least === null) return true;
    if ('below' in part) return Math.min(part.below, most + 1) - width <= least;
    return Math.max(part.from, least) + width > most;
  }

  private async idsIn(search: Search, parts: readonly PagePart[], reach: SearchBounds = {}): Promise<MessageId[]> {
    const bindings = bindingsOf(search);
    const found = this.database.rows<{ id: MessageId }>(
      statementOf(
        search,
        `WITH ${readerState(USER)} SELECT id FROM (${pageOf(search, parts, bindings, reach)}) page ORDER BY id`,
      ),
      bindings.values,
    );
    const rows = await withinTime(found);
    return rows.map(({ id }) => id);
  }

  private messages(statement: string | PreparedStatement, { values }: Bindings): Promise<BudgetedMessage[]> {
    return withinTime(this.database.rows<BudgetedMessage>(statement, values));
  }
}

type BudgetedMessage = ViewedMessage & {
  /** -1 before the anchor, 0 the anchor itself, 1 after it. */
  readonly side: number;
  /** The number of messages on that side, including those beyond the budget. */
  readonly sideCount: number;
};

interface Budget {
  readonly anchor: string;
  /** The budget of each side. */
  readonly bytes: number;
}

/** PostgreSQL knows the lengths of texts without reading them, so texts beyond the budget are never read. */
const viewed = (page: string, { anchor, bytes }: Budget): string => `WITH ${readerState(USER)}, page AS (${page}),
  sized AS (
    SELECT page.id, sign(page.id - ${anchor})::int AS side,
      greatest(octet_length(m.content), octet_length(m.rendered_content)) + ${MESSAGE_BYTES} AS bytes
    FROM page JOIN message m ON m.id = page.id),
  summed AS (
    SELECT id, side, count(*) OVER (PARTITION BY side)::int AS side_count,
      row_number() OVER nearest AS place, sum(bytes) OVER nearest AS total
    FROM sized WINDOW nearest AS (PARTITION BY side ORDER BY abs(id - ${anchor}))),
  kept AS (SELECT id, side, side_count FROM summed WHERE total <= ${bytes} OR place = 1)
  SELECT ${VIEWED}, kept.side, kept.side_count AS "sideCount"
  FROM kept JOIN message m ON m.id = kept.id ${VIEWED_JOINS} ORDER BY m.id`;

/** Frequent conditions, besides channels and everything. */
const USUAL = new Set<Condition['kind']>(['topic', 'conversation', 'direct', 'unread']);

/**
 * Planning the statement of a page takes longer than running it. So the statements of frequent narrows are prepared
 * once for each connection; they have few shapes, and their plans do not depend on the values. A plan takes about a
 * megabyte, so other statements are not prepared.
 */
function statementOf({ conditions }: Search, text: string): string | PreparedStatement {
  const further = conditions.filter(({ kind, negated }) => kind !== 'channels' || negated);
  const isUsual = further.length < 2 && further.every(({ kind, negated }) => USUAL.has(kind) && !negated);
  return isUsual ? prepared(text) : text;
}

function bindingsOf({ readingUser }: Search): Bindings {
  const bindings = new Bindings();
  bindings.add(readingUser.userId, 'bigint');
  return bindings;
}

const pageOf = (search: Search, parts: readonly PagePart[], bindings: Bindings, reach: SearchBounds = {}): string =>
  parts.map((part) => `(${idsOf(search, part, bindings, reach)})`).join(' UNION ');

/** The setting of a topic takes precedence over that of its channel. */
function isHeard({ channelIds, hasTopics }: Muting, bindings: Bindings): string {
  const said = `(SELECT t.visibility_policy FROM user_topic t
    WHERE t.user_id = ${USER} AND t.channel_id = m.channel_id AND lower(t.topic) = lower(m.topic))`;
  const isInMutedChannel = `m.channel_id = ANY (${bindings.add(channelIds, 'bigint[]')})`;
  return `(m.channel_id IS NULL OR CASE coalesce(${said}, ${VISIBILITY.inherit})
    WHEN ${VISIBILITY.muted} THEN ${String(!hasTopics)} WHEN ${VISIBILITY.inherit} THEN NOT ${isInMutedChannel} ELSE true END)`;
}

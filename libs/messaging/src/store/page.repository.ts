import type { MessageId } from '@app/kernel';
import { Database, prepared, PreparedStatement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ViewedMessage } from '../domain/message';
import type { PagePart } from '../domain/page-window';
import type { Condition, Muting } from '../domain/search-scope';
import { VISIBILITY } from '../domain/user-topic';
import { Bindings } from './bindings';
import { ANY, fits, Search, UNREAD, USER } from './candidates.sql';
import { VIEWED, VIEWED_JOINS } from './message.repository';
import { boundsOf, idsOf, isNowhere, isOfUnread, isSparse, Reach, widthsOf } from './page.sql';
import { readerState, unreadMessages } from './standing.sql';
import { unreadBounds, UnreadBounds, UnreadReach } from './unread-bounds';
import { withinTime } from './within-time';
import { WordPageRepository } from './word-page.repository';

/**
 * Pages of messages: ids first, and their messages last. One statement each, but where words are looked for. All throw
 * SearchTakesTooLong.
 */
@Injectable()
export class PageRepository {
  constructor(
    private readonly database: Database,
    private readonly wordPages: WordPageRepository,
  ) {}

  /** Ascending, each once. */
  async read(search: Search, parts: readonly PagePart[]): Promise<ViewedMessage[]> {
    if (parts.length === 0 || isNowhere(search)) return [];
    const bindings = bindingsOf(search);
    const ids = (await this.wordPages.find(search, parts)) ?? (await this.sparseIds(search, parts));
    if (ids) return this.messages(prepared(viewed(`SELECT unnest(${bindings.add(ids, 'bigint[]')}) AS id`)), bindings);
    return this.messages(statementOf(search, viewed(pageOf(search, parts, bindings))), bindings);
  }

  /** As `read`, the ids alone. */
  async ids(search: Search, parts: readonly PagePart[]): Promise<MessageId[]> {
    if (parts.length === 0 || isNowhere(search)) return [];
    const ids = (await this.wordPages.find(search, parts)) ?? (await this.sparseIds(search, parts));
    return ids ?? this.idsIn(search, parts);
  }

  /** Those of the ids that the search finds; ascending. */
  async select(search: Search, ids: readonly number[]): Promise<ViewedMessage[]> {
    if (ids.length === 0 || isNowhere(search)) return [];
    const bindings = bindingsOf(search);
    const wanted = `m.id = ANY (${bindings.add(ids, 'bigint[]')})`;
    const page = `SELECT m.id FROM message m WHERE ${wanted} AND ${fits(search, ANY, bindings)}`;
    return this.messages(viewed(page), bindings);
  }

  /** The oldest unread message that is not muted. */
  async firstUnread(search: Search, muting: Muting): Promise<MessageId | null> {
    if (isNowhere(search)) return null;
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

  /** Looks at the nearest ids first, and no further than there is need; null: that makes no difference. */
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

  private async reachOf({ asker }: Search): Promise<UnreadReach> {
    const row = await this.database.row<UnreadReach>(
      `SELECT coalesce((SELECT read_floor FROM user_read_state WHERE user_id = $1), 0) AS floor, last_value AS newest
       FROM message_id_seq`,
      [asker.userId],
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

  /** Whether there is no message of the part beyond that width. */
  private async isAllWithin(part: PagePart, width: number): Promise<boolean> {
    const row = await this.database.row<{ least: number | null; most: number }>(
      'SELECT (SELECT min(id) FROM message) AS least, (SELECT max(id) FROM message) AS most',
    );
    const { least, most } = row!;
    if (least === null) return true;
    if ('below' in part) return Math.min(part.below, most + 1) - width <= least;
    return Math.max(part.from, least) + width > most;
  }

  private async idsIn(search: Search, parts: readonly PagePart[], reach: Reach = {}): Promise<MessageId[]> {
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

  private messages(statement: string | PreparedStatement, { values }: Bindings): Promise<ViewedMessage[]> {
    return withinTime(this.database.rows<ViewedMessage>(statement, values));
  }
}

const viewed = (page: string): string => `WITH ${readerState(USER)}, page AS (${page})
  SELECT ${VIEWED} FROM page JOIN message m ON m.id = page.id ${VIEWED_JOINS} ORDER BY m.id`;

/** What clients ask for all the time, besides channels and everything. */
const USUAL = new Set<Condition['kind']>(['topic', 'conversation', 'direct', 'unread']);

/**
 * To plan the statement of a page takes longer than to carry it out: those of the usual narrows, which have few shapes
 * and plans that do not hang on the values, are prepared once a connection. A plan takes about a megabyte there: of
 * others there are too many to keep.
 */
function statementOf({ conditions }: Search, text: string): string | PreparedStatement {
  const further = conditions.filter(({ kind, negated }) => kind !== 'channels' || negated);
  const isUsual = further.length < 2 && further.every(({ kind, negated }) => USUAL.has(kind) && !negated);
  return isUsual ? prepared(text) : text;
}

function bindingsOf({ asker }: Search): Bindings {
  const bindings = new Bindings();
  bindings.add(asker.userId, 'bigint');
  return bindings;
}

const pageOf = (search: Search, parts: readonly PagePart[], bindings: Bindings, reach: Reach = {}): string =>
  parts.map((part) => `(${idsOf(search, part, bindings, reach)})`).join(' UNION ');

/** What a user said of a topic goes before what is said of its channel. */
function isHeard({ channelIds, hasTopics }: Muting, bindings: Bindings): string {
  const said = `(SELECT t.visibility_policy FROM user_topic t
    WHERE t.user_id = ${USER} AND t.channel_id = m.channel_id AND lower(t.topic) = lower(m.topic))`;
  const isInMutedChannel = `m.channel_id = ANY (${bindings.add(channelIds, 'bigint[]')})`;
  return `(m.channel_id IS NULL OR CASE coalesce(${said}, ${VISIBILITY.inherit})
    WHEN ${VISIBILITY.muted} THEN ${String(!hasTopics)} WHEN ${VISIBILITY.inherit} THEN NOT ${isInMutedChannel} ELSE true END)`;
}

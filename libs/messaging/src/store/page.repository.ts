import type { MessageId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ViewedMessage } from '../domain/message';
import type { PagePart } from '../domain/page-window';
import type { Muting } from '../domain/search-scope';
import { VISIBILITY } from '../domain/user-topic';
import { Bindings } from './bindings';
import { VIEWED, VIEWED_JOINS } from './message.repository';
import { ANY, fits, idsOf, isNowhere, relations, Search, UNREAD, USER } from './page.sql';
import { readerState, unreadMessages } from './standing.sql';

/** Pages of messages: ids first, and their messages last. One statement each. */
@Injectable()
export class PageRepository {
  constructor(private readonly database: Database) {}

  /** Ascending, each once. */
  async read(search: Search, parts: readonly PagePart[]): Promise<ViewedMessage[]> {
    if (parts.length === 0 || isNowhere(search)) return [];
    const bindings = bindingsOf(search);
    return this.messages(search, pageOf(search, parts, bindings), bindings);
  }

  /** As `read`, the ids alone. */
  async ids(search: Search, parts: readonly PagePart[]): Promise<MessageId[]> {
    if (parts.length === 0 || isNowhere(search)) return [];
    const bindings = bindingsOf(search);
    const rows = await this.database.rows<{ id: MessageId }>(
      `WITH ${relations(search)} SELECT id FROM (${pageOf(search, parts, bindings)}) page ORDER BY id`,
      bindings.values,
    );
    return rows.map(({ id }) => id);
  }

  /** Those of the ids that the search finds; ascending. */
  async select(search: Search, ids: readonly number[]): Promise<ViewedMessage[]> {
    if (ids.length === 0 || isNowhere(search)) return [];
    const bindings = bindingsOf(search);
    const wanted = `m.id = ANY (${bindings.add(ids, 'bigint[]')})`;
    const page = `SELECT m.id FROM message m WHERE ${wanted} AND ${fits(search, ANY, bindings)}`;
    return this.messages(search, page, bindings);
  }

  /** The oldest unread message that is not muted. */
  async firstUnread(search: Search, muting: Muting): Promise<MessageId | null> {
    if (isNowhere(search)) return null;
    const bindings = bindingsOf(search);
    const row = await this.database.row<{ id: MessageId }>(
      `WITH ${readerState(USER)}, ${unreadMessages(USER)}
       SELECT own.id FROM ${UNREAD.from} WHERE ${fits(search, UNREAD, bindings)} AND ${isHeard(muting, bindings)}
       ORDER BY own.id LIMIT 1`,
      bindings.values,
    );
    return row?.id ?? null;
  }

  private messages(search: Search, page: string, { values }: Bindings): Promise<ViewedMessage[]> {
    return this.database.rows<ViewedMessage>(
      `WITH ${relations(search)}, page AS (${page})
       SELECT ${VIEWED} FROM page JOIN message m ON m.id = page.id ${VIEWED_JOINS} ORDER BY m.id`,
      values,
    );
  }
}

function bindingsOf({ asker }: Search): Bindings {
  const bindings = new Bindings();
  bindings.add(asker.userId, 'bigint');
  return bindings;
}

const pageOf = (search: Search, parts: readonly PagePart[], bindings: Bindings): string =>
  parts.map((part) => `(${idsOf(search, part, bindings)})`).join(' UNION ');

/** What a user said of a topic goes before what is said of its channel. */
function isHeard({ channelIds, hasTopics }: Muting, bindings: Bindings): string {
  const said = `(SELECT t.visibility_policy FROM user_topic t
    WHERE t.user_id = ${USER} AND t.channel_id = m.channel_id AND lower(t.topic) = lower(m.topic))`;
  const isInMutedChannel = `m.channel_id = ANY (${bindings.add(channelIds, 'bigint[]')})`;
  return `(m.channel_id IS NULL OR CASE coalesce(${said}, ${VISIBILITY.inherit})
    WHEN ${VISIBILITY.muted} THEN ${String(!hasTopics)} WHEN ${VISIBILITY.inherit} THEN NOT ${isInMutedChannel} ELSE true END)`;
}

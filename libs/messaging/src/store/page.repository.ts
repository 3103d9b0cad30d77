import type { MessageId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT } from '../domain/flag';
import type { ViewedMessage } from '../domain/message';
import type { PagePart } from '../domain/page-window';
import type { Condition, SearchScope } from '../domain/search-scope';
import { Bindings } from './bindings';
import { VIEWED, VIEWED_JOINS } from './message.repository';
import { Asker, narrowCondition } from './narrow-sql';
import { isInHistory, readerState, unreadMessages } from './standing.sql';

/** What one user looks for. */
export interface Search {
  readonly asker: Asker;
  readonly scope: SearchScope;
  readonly conditions: readonly Condition[];
}

const USER = '$1';

/** Pages of messages: ids first, by the shapes of reference: read-state 4, and their messages last. One statement each. */
@Injectable()
export class PageRepository {
  constructor(private readonly database: Database) {}

  /** Ascending, each once. */
  async read(search: Search, parts: readonly PagePart[]): Promise<ViewedMessage[]> {
    if (parts.length === 0 || isNowhere(search)) return [];
    const bindings = new Bindings();
    bindings.add(search.asker.userId, 'bigint');
    const pages = parts.map((part) => `(${found(search, part, bindings)})`).join(' UNION ');
    return this.messages(search, pages, bindings);
  }

  /** Those of the ids that the search finds; ascending. */
  async select(search: Search, ids: readonly number[]): Promise<ViewedMessage[]> {
    if (isNowhere(search)) return [];
    const bindings = new Bindings();
    bindings.add(search.asker.userId, 'bigint');
    const wanted = `m.id = ANY (${bindings.add(ids, 'bigint[]')})`;
    return this.messages(
      search,
      `SELECT m.id FROM message m WHERE ${wanted} AND ${fits(search, ANY, bindings)}`,
      bindings,
    );
  }

  async firstUnread(search: Search): Promise<MessageId | null> {
    if (isNowhere(search)) return null;
    const bindings = new Bindings();
    bindings.add(search.asker.userId, 'bigint');
    const row = await this.database.row<{ id: MessageId }>(
      `WITH ${readerState(USER)}, ${unreadMessages(USER)}
       SELECT m.id FROM ${UNREAD.from} WHERE ${fits(search, UNREAD, bindings)} ORDER BY m.id LIMIT 1`,
      bindings.values,
    );
    return row?.id ?? null;
  }

  private messages({ conditions }: Search, page: string, { values }: Bindings): Promise<ViewedMessage[]> {
    const unread = conditions.some(({ kind }) => kind === 'unread') ? `, ${unreadMessages(USER)}` : '';
    return this.database.rows<ViewedMessage>(
      `WITH ${readerState(USER)}${unread}, page AS (${page})
       SELECT ${VIEWED} FROM page JOIN message m ON m.id = page.id ${VIEWED_JOINS} ORDER BY m.id`,
      values,
    );
  }
}

const isNowhere = ({ scope: { whole, personal, direct } }: Search): boolean =>
  whole.length + personal.length === 0 && !direct;

/** The ids of one part, as a SELECT. */
function found(search: Search, part: PagePart, bindings: Bindings): string {
  const count = bindings.add(part.count, 'bigint');
  const bound =
    'below' in part ? `m.id < ${bindings.add(part.below, 'bigint')}` : `m.id >= ${bindings.add(part.from, 'bigint')}`;
  const order = 'below' in part ? 'DESC' : 'ASC';
  const limited = `ORDER BY id ${order} LIMIT ${count}`;
  const few = fewCandidates(search);
  if (few) return `SELECT m.id AS id FROM ${few.from} WHERE ${bound} AND ${fits(search, few, bindings)} ${limited}`;

  const condition = `${bound} AND ${narrowCondition(search.conditions, search.asker, bindings)}`;
  const branches = branchesOf(search, bindings).map(
    ({ each, messages }) =>
      `SELECT newest.id FROM ${each} CROSS JOIN LATERAL (
         SELECT m.id FROM message m WHERE ${messages} AND ${condition} ORDER BY m.id ${order} LIMIT ${count}) newest`,
  );
  if (search.scope.personal.length > 0)
    branches.push(`SELECT * FROM (${flagged(search, condition, limited, bindings)}) own`);
  return `SELECT id FROM (${branches.join(' UNION ')}) branch ${limited}`;
}

/**
 * Where to look, one index range each: a page then costs as many short scans as there are channels, whether those are
 * busy or quiet.
 */
function branchesOf({ scope }: Search, bindings: Bindings): { each: string; messages: string }[] {
  const branches: { each: string; messages: string }[] = [];
  if (scope.whole.length > 0) {
    const each = `unnest(${bindings.add(scope.whole, 'bigint[]')}) AS wanted (channel_id)`;
    branches.push({ each, messages: 'm.channel_id = wanted.channel_id' });
  }
  if (scope.personal.length > 0) {
    const channels = bindings.add(scope.personal, 'bigint[]');
    const each = `(SELECT s.* FROM subscription_interval s WHERE s.user_id = ${USER} AND s.channel_id = ANY (${channels})) seat`;
    const covered = 'm.id > seat.from_position AND m.id < seat.to_position';
    branches.push({ each, messages: `m.channel_id = seat.channel_id AND ${covered} AND ${WAS_THERE}` });
  }
  if (scope.direct) {
    const each = `(SELECT p.conversation_id FROM conversation_participant p WHERE p.user_id = ${USER}) seat`;
    branches.push({ each, messages: `m.conversation_id = seat.conversation_id AND ${WAS_THERE}` });
  }
  return branches;
}

const WAS_THERE = `NOT coalesce((SELECT away FROM reader) @> m.id, false)`;

/** What is in the personal history by a flag alone. */
function flagged({ scope }: Search, condition: string, limited: string, bindings: Bindings): string {
  return `SELECT m.id AS id FROM message_flag own JOIN message m ON m.id = own.message_id
    WHERE own.user_id = ${USER} AND own.flags & ${BIT.historical | BIT.hasRow} <> 0
      AND m.channel_id = ANY (${bindings.add(scope.personal, 'bigint[]')}) AND ${condition} ${limited}`;
}

/** Where messages `m` are taken from one by one. */
interface Candidates {
  readonly from: string;
  /** They are in the personal history, whatever else. */
  readonly areOwn: boolean;
}

const ANY: Candidates = { from: 'message m', areOwn: false };
const UNREAD: Candidates = { from: 'unread m', areOwn: true };
const STARRED: Candidates = {
  from: `(SELECT message_id FROM message_flag f WHERE f.user_id = ${USER} AND f.flags & ${BIT.starred} <> 0) own
    JOIN message m ON m.id = own.message_id`,
  areOwn: false,
};

/** A relation with few candidates, where a condition leaves only few; else null. */
function fewCandidates({ conditions, scope }: Search): Candidates | null {
  const kinds = new Set(conditions.flatMap(({ kind, negated }) => (negated ? [] : [kind])));
  if (kinds.has('unread')) return UNREAD;
  if (kinds.has('starred')) return STARRED;
  const isOfOneSender = kinds.has('sender') && scope.whole.length === 0;
  return isOfOneSender || kinds.has('message') ? ANY : null;
}

/** Whether the candidate `m` is where the search looks, and meets its conditions. */
function fits({ asker, scope, conditions }: Search, { areOwn }: Candidates, bindings: Bindings): string {
  const places: string[] = [];
  if (scope.whole.length > 0) places.push(`m.channel_id = ANY (${bindings.add(scope.whole, 'bigint[]')})`);
  if (scope.personal.length > 0) {
    const isThere = `m.channel_id = ANY (${bindings.add(scope.personal, 'bigint[]')})`;
    places.push(areOwn ? isThere : `(${isThere} AND ${isInHistory(USER)})`);
  }
  if (scope.direct) places.push(areOwn ? 'm.conversation_id IS NOT NULL' : `(${IS_IN_CONVERSATION} AND ${WAS_THERE})`);
  const open = areOwn ? conditions.filter(({ kind, negated }) => kind !== 'unread' || negated) : conditions;
  return `(${places.join(' OR ')}) AND ${narrowCondition(open, asker, bindings)}`;
}

const IS_IN_CONVERSATION = `EXISTS (
  SELECT FROM conversation_participant p WHERE p.user_id = ${USER} AND p.conversation_id = m.conversation_id)`;

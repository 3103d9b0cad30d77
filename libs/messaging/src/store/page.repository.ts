import type { MessageId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT } from '../domain/flag';
import type { ViewedMessage } from '../domain/message';
import type { PagePart } from '../domain/page-window';
import type { Condition, Muting, SearchScope } from '../domain/search-scope';
import { VISIBILITY } from '../domain/user-topic';
import { Bindings } from './bindings';
import { VIEWED, VIEWED_JOINS } from './message.repository';
import { Asker, narrowCondition } from './narrow-sql';
import { chainsOf, OPEN_END, wasSentBefore } from './passage.sql';
import { isInHistory, readerState, unreadMessages, wasAway } from './standing.sql';

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

  /** The oldest unread message that is not muted. */
  async firstUnread(search: Search, muting: Muting): Promise<MessageId | null> {
    if (isNowhere(search)) return null;
    const bindings = new Bindings();
    bindings.add(search.asker.userId, 'bigint');
    const row = await this.database.row<{ id: MessageId }>(
      `WITH ${readerState(USER)}, ${unreadMessages(USER)}
       SELECT m.id FROM ${UNREAD.from} WHERE ${fits(search, UNREAD, bindings)} AND ${isHeard(muting, bindings)}
       ORDER BY m.id LIMIT 1`,
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

/** What a user said of a topic goes before what is said of its channel. */
function isHeard({ channelIds, hasTopics }: Muting, bindings: Bindings): string {
  const said = `(SELECT t.visibility_policy FROM user_topic t
    WHERE t.user_id = ${USER} AND t.channel_id = m.channel_id AND lower(t.topic) = lower(m.topic))`;
  const isInMutedChannel = `m.channel_id = ANY (${bindings.add(channelIds, 'bigint[]')})`;
  return `(m.channel_id IS NULL OR CASE coalesce(${said}, ${VISIBILITY.inherit})
    WHEN ${VISIBILITY.muted} THEN ${String(!hasTopics)} WHEN ${VISIBILITY.inherit} THEN NOT ${isInMutedChannel} ELSE true END)`;
}

const isNowhere = ({ scope: { whole, personal, direct } }: Search): boolean =>
  whole.length + personal.length === 0 && !direct;

/** The ids of one part, as a SELECT. */
function found(search: Search, part: PagePart, bindings: Bindings): string {
  const count = bindings.add(part.count, 'bigint');
  const { order, end } =
    'below' in part
      ? { order: 'DESC' as const, end: bindings.add(part.below, 'bigint') }
      : { order: 'ASC' as const, end: bindings.add(part.from, 'bigint') };
  const bound = order === 'DESC' ? `m.id < ${end}` : `m.id >= ${end}`;
  const limited = `ORDER BY id ${order} LIMIT ${count}`;
  const few = fewCandidates(search);
  if (few) return `SELECT m.id AS id FROM ${few.from} WHERE ${bound} AND ${fits(search, few, bindings)} ${limited}`;

  const condition = `${bound} AND ${narrowCondition(search.conditions, search.asker, bindings)}`;
  const nearest = ({ each, messages }: Branch): string =>
    `SELECT nearest.id FROM ${each} CROSS JOIN LATERAL (
       SELECT m.id FROM message m WHERE ${messages} AND ${condition} ORDER BY m.id ${order} LIMIT ${count}) nearest`;
  const branches = branchesOf(search, bindings).map(nearest);
  if (search.scope.personal.length === 0) return `SELECT id FROM (${branches.join(' UNION ')}) branch ${limited}`;

  const channels = bindings.add(search.scope.personal, 'bigint[]');
  const edge = edgeOf(order, end, count);
  return `WITH sent AS MATERIALIZED (${nearest(sentTo(channels))} ${limited}), edge AS (${edge.is})
    SELECT id FROM (SELECT id FROM sent
      UNION ${nearest(movedTo(channels, edge.isWithin))}
      UNION SELECT * FROM (${flagged(channels, condition, limited)}) own
      ${branches.map((branch) => `UNION ${branch}`).join(' ')}) branch ${limited}`;
}

/** Where to look: one index range of messages `m` for each row of a relation. */
interface Branch {
  readonly each: string;
  readonly messages: string;
}

/** A page costs as many short scans as there are channels or conversations, whether those are busy or quiet. */
function branchesOf({ scope }: Search, bindings: Bindings): Branch[] {
  const branches: Branch[] = [];
  if (scope.whole.length > 0) {
    const each = `unnest(${bindings.add(scope.whole, 'bigint[]')}) AS wanted (channel_id)`;
    branches.push({ each, messages: 'm.channel_id = wanted.channel_id' });
  }
  if (scope.direct) {
    const each = `(SELECT p.conversation_id FROM conversation_participant p WHERE p.user_id = ${USER}) seat`;
    branches.push({ each, messages: `m.conversation_id = seat.conversation_id AND ${WAS_THERE}` });
  }
  return branches;
}

/** What was sent to the user and never moved. */
const sentTo = (channels: string): Branch => ({
  each: `(SELECT s.* FROM subscription_interval s WHERE s.user_id = ${USER} AND s.channel_id = ANY (${channels})) seat`,
  messages: `m.channel_id = seat.channel_id AND m.move_id IS NULL
    AND m.id > seat.from_position AND m.id < seat.to_position AND ${WAS_THERE}`,
});

/** What moves have brought or left to the user: whatever they were subscribed to when it was sent. */
const movedTo = (channels: string, isWithin: string): Branch => ({
  each: `(SELECT v.id, v.origin_channel_id, passage.is_gained ${chainsOf(USER)}
     AND last.channel_id = ANY (${channels}) AND ${isWithin}) chain`,
  messages: `m.move_id = chain.id
    AND (chain.is_gained OR (${WAS_THERE} AND ${wasSentBefore(USER, 'chain')}))`,
});

/**
 * Chains can add to a full page only between its bound and its last message that never moved: that, the `edge`, keeps
 * the many old chains out.
 */
const edgeOf = (order: 'ASC' | 'DESC', end: string, count: string): { is: string; isWithin: string } =>
  order === 'DESC'
    ? {
        is: `SELECT CASE WHEN count(*) < ${count} THEN 0 ELSE min(id) END AS id FROM sent`,
        isWithin: `v.min_message_id < ${end} AND v.max_message_id >= (SELECT id FROM edge)`,
      }
    : {
        is: `SELECT CASE WHEN count(*) < ${count} THEN ${OPEN_END} ELSE max(id) END AS id FROM sent`,
        isWithin: `v.max_message_id >= ${end} AND v.min_message_id <= (SELECT id FROM edge)`,
      };

const WAS_THERE = `NOT ${wasAway('m.id')}`;

/** What is in the personal history by a flag alone. */
const flagged = (channels: string, condition: string, limited: string): string =>
  `SELECT m.id AS id FROM message_flag own JOIN message m ON m.id = own.message_id
   WHERE own.user_id = ${USER} AND own.flags & ${BIT.historical | BIT.hasRow} <> 0
     AND m.channel_id = ANY (${channels}) AND ${condition} ${limited}`;

/** Where messages `m` are taken from one by one. */
interface Candidates {
  readonly from: string;
  /** They are in the personal history, whatever else. */
  readonly areOwn: boolean;
}

const ANY: Candidates = { from: 'message m', areOwn: false };
const UNREAD: Candidates = { from: 'unread m', areOwn: true };
const flaggedWith = (bit: number): Candidates => ({
  from: `(SELECT message_id FROM message_flag f WHERE f.user_id = ${USER} AND f.flags & ${bit} <> 0) own
    JOIN message m ON m.id = own.message_id`,
  areOwn: false,
});

/** A relation with few candidates, where a condition leaves only few; else null. */
function fewCandidates({ conditions, scope }: Search): Candidates | null {
  const kinds = new Set(conditions.flatMap(({ kind, negated }) => (negated ? [] : [kind])));
  if (kinds.has('unread')) return UNREAD;
  if (kinds.has('starred')) return flaggedWith(BIT.starred);
  if (kinds.has('alerted')) return flaggedWith(BIT.alertWord);
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

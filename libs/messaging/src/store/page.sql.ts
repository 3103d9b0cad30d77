import { BIT } from '../domain/flag';
import type { PagePart } from '../domain/page-window';
import { channelsIn, Condition, Ground, SearchCondition, SearchScope } from '../domain/search-scope';
import type { Bindings } from './bindings';
import { Asker, conversationCondition, narrowCondition } from './narrow-sql';
import { chainsOf, OPEN_END, wasSentBefore } from './passage.sql';
import { searchCandidates } from './search.sql';
import { isInHistory, readerState, unreadMessages, wasAway } from './standing.sql';

/** Where the ids of a page come from, by the shapes of reference: read-state 4. The user is `$1` everywhere. */

/** What one user looks for. */
export interface Search {
  readonly asker: Asker;
  readonly scope: SearchScope;
  readonly conditions: readonly Condition[];
}

export const USER = '$1';

export const isNowhere = ({ scope: { whole, personal, direct } }: Search): boolean =>
  channelsIn(whole).length + channelsIn(personal).length === 0 && !direct;

/** The relations that conditions and standings are asked with, for a WITH. */
export const relations = ({ conditions }: Search): string =>
  [readerState(USER), ...(conditions.some(({ kind }) => kind === 'unread') ? [unreadMessages(USER)] : [])].join(', ');

/** Which end of an index is read, and from where. */
interface Side {
  readonly order: 'ASC' | 'DESC';
  readonly end: string;
  readonly count: string;
}

const bounded = ({ order, end }: Side, id = 'm.id'): string => `${id} ${order === 'DESC' ? '<' : '>='} ${end}`;
const nearestFirst = ({ order, count }: Side, id = 'id'): string => `ORDER BY ${id} ${order} LIMIT ${count}`;

/** The ids of one part, as a SELECT. */
export function idsOf(search: Search, part: PagePart, bindings: Bindings): string {
  const count = bindings.add(part.count, 'bigint');
  const side: Side =
    'below' in part
      ? { order: 'DESC', end: bindings.add(part.below, 'bigint'), count }
      : { order: 'ASC', end: bindings.add(part.from, 'bigint'), count };
  const few = fewCandidates(search, bindings);
  if (!few) return amongAll(search, side, bindings);
  const parts = few.map(
    (candidates) => `(SELECT m.id AS id FROM ${candidates.from}
      WHERE ${bounded(side, candidates.id)} AND ${fits(search, candidates, bindings)}
      ${nearestFirst(side, candidates.id)})`,
  );
  return `SELECT id FROM (${parts.join(' UNION ')}) candidate ${nearestFirst(side)}`;
}

function amongAll(search: Search, side: Side, bindings: Bindings): string {
  const { scope, conditions, asker } = search;
  const condition = `${bounded(side)} AND ${narrowCondition(conditions, asker, bindings)}`;
  const nearest = ({ each, messages }: Branch): string =>
    `SELECT nearest.id FROM ${each} CROSS JOIN LATERAL (
       SELECT m.id FROM message m WHERE ${messages} AND ${condition} ${nearestFirst(side, 'm.id')}) nearest`;
  const others = [
    ...wholeChannels(scope.whole, bindings),
    ...(scope.direct ? [conversations(search, bindings)] : []),
  ].map(nearest);
  const received = channelsSentTo(scope.personal, bindings).map(nearest);
  if (received.length === 0) return `SELECT id FROM (${others.join(' UNION ')}) branch ${nearestFirst(side)}`;

  const channels = bindings.add(channelsIn(scope.personal), 'bigint[]');
  const edge = edgeOf(side);
  return `WITH sent AS MATERIALIZED (SELECT id FROM (${received.join(' UNION ')}) received ${nearestFirst(side)}),
    edge AS (${edge.is})
    SELECT id FROM (SELECT id FROM sent
      UNION ${nearest(movedTo(channels, edge.isWithin))}
      UNION SELECT * FROM (${flagged(channels, condition, nearestFirst(side))}) own
      ${others.map((branch) => `UNION ${branch}`).join(' ')}) branch ${nearestFirst(side)}`;
}

/** Where to look: one index range of messages `m` for each row of a relation. */
interface Branch {
  readonly each: string;
  readonly messages: string;
}

/** A page costs as many short scans as there are channels or conversations, whether those are busy or quiet. */
function wholeChannels({ channels, topics }: Ground, bindings: Bindings): Branch[] {
  const branches: Branch[] = [];
  if (channels.length > 0) {
    const each = `unnest(${bindings.add(channels, 'bigint[]')}) AS wanted (channel_id)`;
    branches.push({ each, messages: 'm.channel_id = wanted.channel_id' });
  }
  if (topics) {
    const each = `(SELECT t.channel_id, t.topic FROM user_topic t WHERE ${isSaid(topics, bindings)}) wanted`;
    branches.push({ each, messages: 'm.channel_id = wanted.channel_id AND lower(m.topic) = lower(wanted.topic)' });
  }
  return branches;
}

/** What was sent to the user and never moved. */
function channelsSentTo({ channels, topics }: Ground, bindings: Bindings): Branch[] {
  const messages = `m.channel_id = seat.channel_id AND m.move_id IS NULL
    AND m.id > seat.from_position AND m.id < seat.to_position AND ${WAS_THERE}`;
  const branches: Branch[] = [];
  if (channels.length > 0) {
    const each = `(SELECT s.* FROM subscription_interval s
      WHERE s.user_id = ${USER} AND s.channel_id = ANY (${bindings.add(channels, 'bigint[]')})) seat`;
    branches.push({ each, messages });
  }
  if (topics) {
    const each = `(SELECT s.*, t.topic FROM user_topic t JOIN subscription_interval s ON s.channel_id = t.channel_id
      WHERE s.user_id = ${USER} AND ${isSaid(topics, bindings)}) seat`;
    branches.push({ each, messages: `${messages} AND lower(m.topic) = lower(seat.topic)` });
  }
  return branches;
}

/** The user said one of that of the topic `t`. */
const isSaid = ({ channels, visibilities }: NonNullable<Ground['topics']>, bindings: Bindings): string =>
  `t.user_id = ${USER} AND t.channel_id = ANY (${bindings.add(channels, 'bigint[]')})
     AND t.visibility_policy = ANY (${bindings.add(visibilities, 'smallint[]')})`;

function conversations({ conditions, asker }: Search, bindings: Bindings): Branch {
  return {
    each: `(SELECT seat.conversation_id FROM conversation_participant seat
      WHERE seat.user_id = ${USER} AND ${conversationCondition(conditions, asker, bindings)}) seat`,
    messages: `m.conversation_id = seat.conversation_id AND ${WAS_THERE}`,
  };
}

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
const edgeOf = ({ order, end, count }: Side): { is: string; isWithin: string } =>
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
  /** What their ids are found by in order. */
  readonly id: string;
  /** They are in the personal history, whatever else; and `own` says where they are. */
  readonly areOwn: boolean;
  /** The condition that they meet by themselves. */
  readonly meets?: Condition['kind'];
}

export const ANY: Candidates = { from: 'message m', id: 'm.id', areOwn: false };
export const UNREAD: Candidates = { from: 'unread own JOIN message m ON m.id = own.id', id: 'own.id', areOwn: true, meets: 'unread' };
const flaggedWith = (bits: number): Candidates => ({
  from: `message_flag own JOIN message m ON m.id = own.message_id AND own.user_id = ${USER} AND own.flags & ${bits} <> 0`,
  id: 'own.message_id',
  areOwn: false,
});
/** What mentions its whole channel: few messages do. */
const wildcardIn = (channels: string): Candidates => ({
  from: `(SELECT * FROM message w WHERE w.mentions_channel AND w.channel_id = ANY (${channels})) m`,
  id: 'm.id',
  areOwn: false,
});

/** Relations with few candidates, where a condition leaves only few; else null. */
function fewCandidates({ conditions, scope }: Search, bindings: Bindings): Candidates[] | null {
  const kinds = new Set(conditions.flatMap(({ kind, negated }) => (negated ? [] : [kind])));
  if (kinds.has('message')) return [ANY];
  if (kinds.has('unread')) return [UNREAD];
  if (kinds.has('starred')) return [flaggedWith(BIT.starred)];
  if (kinds.has('alerted')) return [flaggedWith(BIT.alertWord)];
  if (kinds.has('mentioned')) {
    const channels = bindings.add(channelsIn(scope.personal), 'bigint[]');
    return [flaggedWith(BIT.mentioned | BIT.topicWildcard), wildcardIn(channels)];
  }
  const search = conditions.find((one): one is SearchCondition => one.kind === 'search' && !one.negated);
  const found = search ? searchCandidates(search, bindings) : null;
  if (found) return [{ from: found, id: 'm.id', areOwn: false, meets: 'search' }];
  return kinds.has('sender') && channelsIn(scope.whole).length === 0 ? [ANY] : null;
}

/** Whether the candidate `m` is where the search looks, and meets its conditions. */
export function fits({ asker, scope, conditions }: Search, { areOwn, meets }: Candidates, bindings: Bindings): string {
  const places: string[] = [];
  const [whole, personal] = [channelsIn(scope.whole), channelsIn(scope.personal)];
  // The sum keeps the index of channels out: the candidates are few already.
  const place = areOwn ? 'own.channel_id' : 'm.channel_id + 0';
  if (whole.length > 0) places.push(`${place} = ANY (${bindings.add(whole, 'bigint[]')})`);
  if (personal.length > 0) {
    const isThere = `${place} = ANY (${bindings.add(personal, 'bigint[]')})`;
    places.push(areOwn ? isThere : `(${isThere} AND ${isInHistory(USER)})`);
  }
  if (scope.direct) places.push(areOwn ? 'own.conversation_id IS NOT NULL' : `(${IS_IN_CONVERSATION} AND ${WAS_THERE})`);
  const open = conditions.filter(({ kind, negated }) => negated || kind !== meets);
  return `(${places.join(' OR ')}) AND ${narrowCondition(open, asker, bindings)}`;
}

const IS_IN_CONVERSATION = `EXISTS (
  SELECT FROM conversation_participant p WHERE p.user_id = ${USER} AND p.conversation_id = m.conversation_id)`;

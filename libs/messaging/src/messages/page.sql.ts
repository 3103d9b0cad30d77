import { BIT } from '../received/flag';
import type { PagePart } from './page-window';
import { channelsIn, Condition, SearchedChannels, OpenKind } from '../narrows/search-scope';
import type { Bindings } from '../bindings.sql';
import { fewCandidates, fits, Search, UNREAD, USER, wants, WAS_THERE } from '../narrows/candidates.sql';
import { conversationCondition, isInOpenChannel, narrowCondition, OF_KIND } from '../narrows/narrow.sql';
import type { ReadingUser } from '../records/message.repository';
import { chainsOf, OPEN_END, wasSentBefore } from '../received/passage.sql';
import { Bounds, unreadMessages } from '../received/standing.sql';
import type { UnreadBounds } from './unread-bounds';

/** The sources of the ids of a page, as docs/protocol/read-state.md describes them. The user is always `$1`. */

export const isEmptyScope = ({ scope: { whole, open, personal, direct } }: Search): boolean =>
  channelsIn(whole).length + channelsIn(personal).length === 0 && !open && !direct;

/** Which end of an index is read, from where, and how far; `null`: to its end. */
interface Side {
  readonly order: 'ASC' | 'DESC';
  readonly end: string;
  readonly count: string;
  readonly width: string | null;
}

function bounded({ order, end, width }: Side, id = 'm.id'): string {
  const isBounded = `${id} ${order === 'DESC' ? '<' : '>='} ${end}`;
  if (!width) return isBounded;
  return order === 'DESC'
    ? `${isBounded} AND ${id} >= (SELECT least(${end}, max(id) + 1) FROM message) - ${width}`
    : `${isBounded} AND ${id} < (SELECT greatest(${end}, min(id)) FROM message) + ${width}`;
}

const nearestFirst = ({ order, count }: Side, id = 'id'): string => `ORDER BY ${id} ${order} LIMIT ${count}`;

/** The bounds of the search: `width` ids; `unread`: the positions between which unread messages are searched. */
export interface SearchBounds {
  readonly width?: number;
  readonly unread?: UnreadBounds;
}

export const boundsOf = ({ above, upto }: UnreadBounds, bindings: Bindings): Bounds => ({
  above: bindings.add(above, 'bigint'),
  upto: bindings.add(upto, 'bigint'),
});

/** Hides the value from the planner, so that its plan is the same for every anchor. */
const unknown = (value: string): string => `(SELECT ${value})`;

/** The ids of one part, as a SELECT. */
export function idsOf(
  search: Search,
  part: PagePart,
  bindings: Bindings,
  { width, unread }: SearchBounds = {},
): string {
  const count = bindings.add(part.count, 'bigint');
  const within = { count, width: width === undefined ? null : bindings.add(width, 'bigint') };
  const side: Side =
    'below' in part
      ? { order: 'DESC', end: unknown(bindings.add(part.below, 'bigint')), ...within }
      : { order: 'ASC', end: unknown(bindings.add(part.from, 'bigint')), ...within };
  const few = fewCandidates(search, bindings);
  if (!few) return amongAll(search, side, bindings);
  const relations = few.includes(UNREAD) ? `WITH ${unreadMessages(USER, unread && boundsOf(unread, bindings))} ` : '';
  const parts = few.map(
    (candidates) => `(SELECT m.id AS id FROM ${candidates.from}
      WHERE ${bounded(side, candidates.id)} AND ${fits(search, candidates, bindings)}
      ${nearestFirst(side, candidates.id)})`,
  );
  return `${relations}SELECT id FROM (${parts.join(' UNION ')}) candidate ${nearestFirst(side)}`;
}

function amongAll(search: Search, side: Side, bindings: Bindings): string {
  const { scope, conditions, readingUser } = search;
  // For all messages, unread ones are selected with one subquery. Checking each message takes twenty times as long.
  const isRead = conditions.some(isNotUnread);
  const relations = isRead ? [unreadMessages(USER)] : [];
  const open = narrowCondition(
    conditions.filter((one) => !isNotUnread(one)),
    readingUser,
    bindings,
  );
  const condition = `${bounded(side)} AND ${open}${isRead ? ' AND m.id NOT IN (SELECT id FROM unread)' : ''}`;
  const nearest = ({ each, messages }: Branch, further = ''): string =>
    `SELECT nearest.id FROM ${each} CROSS JOIN LATERAL (
       SELECT m.id FROM message m WHERE ${messages} AND ${condition} ${further} ${nearestFirst(side, 'm.id')}) nearest`;
  const others = [
    ...wholeChannels(scope.whole, bindings),
    ...(scope.open ? [openChannels(scope.open, readingUser, side, bindings)] : []),
    ...(scope.direct ? [conversations(search, bindings)] : []),
  ];
  const isOfTopic = conditions.some(({ kind, negated }) => kind === 'topic' && !negated);
  const received = channelsSentTo(scope.personal, bindings, isOfTopic).map((branch) => nearest(branch));
  if (received.length === 0) {
    const branches = others.map((branch) => nearest(branch)).join(' UNION ');
    return `${withRelations(relations)}SELECT id FROM (${branches}) branch ${nearestFirst(side)}`;
  }

  const channels = bindings.add(channelsIn(scope.personal), 'bigint[]');
  const edge = edgeOf(side);
  relations.push(
    `sent AS MATERIALIZED (SELECT id FROM (${received.join(' UNION ')}) received ${nearestFirst(side)})`,
    `edge AS (${edge.is})`,
  );
  return `${withRelations(relations)}SELECT id FROM (SELECT id FROM sent
      UNION ${nearest(movedTo(channels, edge.isWithin))}
      UNION SELECT * FROM (${flagged(channels, condition, nearestFirst(side))}) own
      ${others.map((branch) => `UNION ${nearest(branch, `AND ${edge.isBefore}`)}`).join(' ')}) branch ${nearestFirst(side)}`;
}

const withRelations = (relations: readonly string[]): string =>
  relations.length === 0 ? '' : `WITH ${relations.join(', ')} `;

const isNotUnread = ({ kind, negated }: Condition): boolean => kind === 'unread' && negated;

/** One index range of messages `m` for each row of a relation. */
interface Branch {
  readonly each: string;
  readonly messages: string;
}

/** A page runs as many short scans as there are channels or conversations, whether these are active or not. */
function wholeChannels({ channels, topics }: SearchedChannels, bindings: Bindings): Branch[] {
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

/**
 * All channels of a kind. Near the end of the page, messages of all channels are scanned. If that gives too few, each
 * channel is scanned.
 */
function openChannels(kind: OpenKind, readingUser: ReadingUser, { width }: Side, bindings: Bindings): Branch {
  if (width) return { each: '(SELECT) near', messages: isInOpenChannel(kind, 'm.channel_id', readingUser, bindings) };
  const each = `(SELECT c.id AS channel_id FROM channel c
    WHERE c.organization_id = ${bindings.add(readingUser.organizationId, 'bigint')} AND ${OF_KIND[kind]}) wanted`;
  return { each, messages: 'm.channel_id = wanted.channel_id' };
}

/** Messages that were sent to the user and never moved. */
function channelsSentTo({ channels, topics }: SearchedChannels, bindings: Bindings, isOfTopic: boolean): Branch[] {
  // The size of a period is unknown. The addition prevents the planner from scanning the whole period for one topic.
  const within = (id: string): string => `m.channel_id = seat.channel_id AND m.move_id IS NULL
    AND ${id} > seat.from_position AND ${id} < seat.to_position AND ${WAS_THERE}`;
  const messages = within(isOfTopic ? 'm.id + 0' : 'm.id');
  const branches: Branch[] = [];
  if (channels.length > 0) {
    const each = `(SELECT s.* FROM subscription_interval s
      WHERE s.user_id = ${USER} AND s.channel_id = ANY (${bindings.add(channels, 'bigint[]')})) seat`;
    branches.push({ each, messages });
  }
  if (topics) {
    const each = `(SELECT s.*, t.topic FROM user_topic t JOIN subscription_interval s ON s.channel_id = t.channel_id
      WHERE s.user_id = ${USER} AND ${isSaid(topics, bindings)}) seat`;
    branches.push({ each, messages: `${within('m.id + 0')} AND lower(m.topic) = lower(seat.topic)` });
  }
  return branches;
}

/** Whether the user has one of the policies for the topic `t`. */
const isSaid = ({ channels, visibilities }: NonNullable<SearchedChannels['topics']>, bindings: Bindings): string =>
  `t.user_id = ${USER} AND t.channel_id = ANY (${bindings.add(channels, 'bigint[]')})
     AND t.visibility_policy = ANY (${bindings.add(visibilities, 'smallint[]')})`;

function conversations({ conditions, readingUser }: Search, bindings: Bindings): Branch {
  return {
    each: `(SELECT seat.conversation_id FROM conversation_participant seat
      WHERE seat.user_id = ${USER} AND ${conversationCondition(conditions, readingUser, bindings)}) seat`,
    messages: `m.conversation_id = seat.conversation_id AND ${WAS_THERE}`,
  };
}

/** Messages that were moved, whatever subscription the user had when they were sent. */
const movedTo = (channels: string, isWithin: string): Branch => ({
  each: `(SELECT v.id, v.origin_channel_id, passage.is_gained ${chainsOf(USER)}
     AND last.channel_id = ANY (${channels}) AND ${isWithin}) chain`,
  messages: `m.move_id = chain.id
    AND (chain.is_gained OR (${WAS_THERE} AND ${wasSentBefore(USER, 'chain')}))`,
});

/**
 * Moved messages and other sources can add to a full page only between its bound and its last message that was never
 * moved. That message, the `edge`, excludes many older ones.
 */
const edgeOf = ({ order, end, count }: Side): { is: string; isWithin: string; isBefore: string } =>
  order === 'DESC'
    ? {
        is: `SELECT CASE WHEN count(*) < ${count} THEN 0 ELSE min(id) END AS id FROM sent`,
        isWithin: `v.min_message_id < ${end} AND v.max_message_id >= (SELECT id FROM edge)`,
        isBefore: 'm.id >= (SELECT id FROM edge)',
      }
    : {
        is: `SELECT CASE WHEN count(*) < ${count} THEN ${OPEN_END} ELSE max(id) END AS id FROM sent`,
        isWithin: `v.max_message_id >= ${end} AND v.min_message_id <= (SELECT id FROM edge)`,
        isBefore: 'm.id <= (SELECT id FROM edge)',
      };

/** Messages that are in the personal history only because of a flag. */
const flagged = (channels: string, condition: string, limited: string): string =>
  `SELECT m.id AS id FROM message_flag own JOIN message m ON m.id = own.message_id
   WHERE own.user_id = ${USER} AND own.flags & ${BIT.historical | BIT.hasRow} <> 0
     AND m.channel_id = ANY (${channels}) AND ${condition} ${limited}`;

/**
 * Whether matching messages may be rare among many that no index distinguishes, or the conditions are expensive. Then a
 * page for each place would read far more messages than one page for all.
 */
export const isSparse = ({ scope, conditions }: Search): boolean =>
  scope.open !== null ||
  conditions.some(({ kind, negated }) => negated && ASKED_OF_EACH.has(kind)) ||
  conditions.some((one) => one.kind === 'has' && (one.content === 'link' || one.content === 'reaction'));

/** In ids: the first search ranges. */
const WIDTHS = [2 ** 13, 2 ** 17];

/** For channels of a kind, scanning each channel is cheaper than reading on through all messages. */
export const widthsOf = ({ scope }: Search): readonly number[] => (scope.open ? WIDTHS.slice(0, 1) : WIDTHS);

const ASKED_OF_EACH = new Set<Condition['kind']>(['starred', 'mentioned', 'alerted', 'search']);

/** Whether only unread messages are searched. These are found from the floor of the read state upwards. */
export const isOfUnread = ({ conditions }: Search): boolean =>
  wants(conditions, 'unread') && !wants(conditions, 'message');

import { BIT } from '../received/flag';
import { channelsIn, Condition, SearchScope } from './search-scope';
import type { Bindings } from '../bindings.sql';
import { isInOpenChannel, narrowCondition } from './narrow.sql';
import type { ReadingUser } from '../records/message.repository';
import { isInHistory, wasAway } from '../received/standing.sql';

/** Sources of messages for conditions that few messages meet. The user is always `$1`. */

/** What one user searches for. */
export interface Search {
  readonly readingUser: ReadingUser;
  readonly scope: SearchScope;
  readonly conditions: readonly Condition[];
}

export const USER = '$1';

/** Whether the condition must be met. */
export const wants = (conditions: readonly Condition[], kind: Condition['kind']): boolean =>
  conditions.some((one) => one.kind === kind && !one.negated);

/** The user was not deactivated when `m` was sent. */
export const WAS_THERE = `NOT ${wasAway('m.id')}`;

/** A source of single messages `m`. */
interface Candidates {
  readonly from: string;
  /** The ordered expression of their ids. */
  readonly id: string;
  /** All of them are in the personal history, and `own` contains their places. */
  readonly areOwn: boolean;
  /** The condition that all of them meet. */
  readonly meets?: Condition['kind'];
}

/** Reads few rows. Without this, the planner prefers to scan all messages. */
const oneByOne = (id: string): string =>
  `CROSS JOIN LATERAL (SELECT * FROM message WHERE message.id = ${id} OFFSET 0) m`;

export const ANY: Candidates = { from: 'message m', id: 'm.id', areOwn: false };
export const UNREAD: Candidates = {
  from: `unread own ${oneByOne('own.id')}`,
  id: 'own.id',
  areOwn: true,
  meets: 'unread',
};
const flaggedWith = (bits: number): Candidates => ({
  from: `(SELECT message_id FROM message_flag WHERE user_id = ${USER} AND flags & ${bits} <> 0) own ${oneByOne('own.message_id')}`,
  id: 'own.message_id',
  areOwn: false,
});
/** Messages that mention their whole channel, which are few. */
const wildcardIn = (channels: string): Candidates => ({
  from: `(SELECT * FROM message w WHERE w.mentions_channel AND w.channel_id = ANY (${channels})) m`,
  id: 'm.id',
  areOwn: false,
});

/** What mentions the user among many: few messages do. */
const listedIn = (list: 'named_ids' | 'partaker_ids', channels: string): Candidates => ({
  from: `(SELECT * FROM message w WHERE w.${list} IS NOT NULL AND w.channel_id = ANY (${channels}) AND ${USER} = ANY (w.${list})) m`,
  id: 'm.id',
  areOwn: false,
});

/** Relations with few candidates, if a condition leaves only few; otherwise `null`. */
export function fewCandidates({ conditions, scope }: Search, bindings: Bindings): Candidates[] | null {
  if (wants(conditions, 'message')) return [ANY];
  if (wants(conditions, 'unread')) return [UNREAD];
  if (wants(conditions, 'starred')) return [flaggedWith(BIT.starred)];
  if (wants(conditions, 'alerted')) return [flaggedWith(BIT.alertWord)];
  if (wants(conditions, 'mentioned')) {
    const [whole, personal] = [channelsIn(scope.whole), channelsIn(scope.personal)];
    const all = bindings.add([...whole, ...personal], 'bigint[]');
    return [
      flaggedWith(BIT.mentioned | BIT.topicWildcard),
      listedIn('named_ids', all),
      listedIn('partaker_ids', all),
      wildcardIn(bindings.add(personal, 'bigint[]')),
    ];
  }
  const isSharedToo = channelsIn(scope.whole).length > 0 || scope.open !== null;
  return wants(conditions, 'sender') && !isSharedToo ? [ANY] : null;
}

/** Whether the candidate `m` is in the scope of the search and meets its conditions. */
export function fits(
  { readingUser, scope, conditions }: Search,
  { areOwn, meets }: Candidates,
  bindings: Bindings,
): string {
  const places: string[] = [];
  const [whole, personal] = [channelsIn(scope.whole), channelsIn(scope.personal)];
  // The addition prevents the use of the index of channels: there are few candidates already.
  const place = areOwn ? 'own.channel_id' : 'm.channel_id + 0';
  if (whole.length > 0) places.push(`${place} = ANY (${bindings.add(whole, 'bigint[]')})`);
  if (scope.open) places.push(isInOpenChannel(scope.open, place, readingUser, bindings));
  if (personal.length > 0) {
    const isThere = `${place} = ANY (${bindings.add(personal, 'bigint[]')})`;
    places.push(areOwn ? isThere : `(${isThere} AND ${isInHistory(USER)})`);
  }
  if (scope.direct)
    places.push(areOwn ? 'own.conversation_id IS NOT NULL' : `(${IS_IN_CONVERSATION} AND ${WAS_THERE})`);
  const open = conditions.filter(({ kind, negated }) => negated || kind !== meets);
  return `(${places.join(' OR ')}) AND ${narrowCondition(open, readingUser, bindings)}`;
}

const IS_IN_CONVERSATION = `EXISTS (
  SELECT FROM conversation_participant p WHERE p.user_id = ${USER} AND p.conversation_id = m.conversation_id)`;

import { BIT } from '../received/flag';
import { channelsIn, Condition, SearchScope } from './search-scope';
import type { Bindings } from '../bindings.sql';
import { isInOpenChannel, narrowCondition } from './narrow.sql';
import type { Asker } from '../records/message.repository';
import { isInHistory, wasAway } from '../received/standing.sql';

/** Which messages may be on a page at all, where few are. The user is `$1` everywhere. */

/** What one user looks for. */
export interface Search {
  readonly asker: Asker;
  readonly scope: SearchScope;
  readonly conditions: readonly Condition[];
}

export const USER = '$1';

/** Whether the condition must be met. */
export const wants = (conditions: readonly Condition[], kind: Condition['kind']): boolean =>
  conditions.some((one) => one.kind === kind && !one.negated);

/** The user was not deactivated when `m` was sent. */
export const WAS_THERE = `NOT ${wasAway('m.id')}`;

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

/** Few are looked at: the planner would rather go through all messages there are. */
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
/** What mentions its whole channel: few messages do. */
const wildcardIn = (channels: string): Candidates => ({
  from: `(SELECT * FROM message w WHERE w.mentions_channel AND w.channel_id = ANY (${channels})) m`,
  id: 'm.id',
  areOwn: false,
});

/** What mentions the user among many: few messages do. */
const namedIn = (channels: string): Candidates => ({
  from: `(SELECT * FROM message w WHERE w.named_ids IS NOT NULL AND w.channel_id = ANY (${channels}) AND ${USER} = ANY (w.named_ids)) m`,
  id: 'm.id',
  areOwn: false,
});

/** Relations with few candidates, where a condition leaves only few; else null. */
export function fewCandidates({ conditions, scope }: Search, bindings: Bindings): Candidates[] | null {
  if (wants(conditions, 'message')) return [ANY];
  if (wants(conditions, 'unread')) return [UNREAD];
  if (wants(conditions, 'starred')) return [flaggedWith(BIT.starred)];
  if (wants(conditions, 'alerted')) return [flaggedWith(BIT.alertWord)];
  if (wants(conditions, 'mentioned')) {
    const [whole, personal] = [channelsIn(scope.whole), channelsIn(scope.personal)];
    const named = namedIn(bindings.add([...whole, ...personal], 'bigint[]'));
    return [flaggedWith(BIT.mentioned | BIT.topicWildcard), named, wildcardIn(bindings.add(personal, 'bigint[]'))];
  }
  const isSharedToo = channelsIn(scope.whole).length > 0 || scope.open !== null;
  return wants(conditions, 'sender') && !isSharedToo ? [ANY] : null;
}

/** Whether the candidate `m` is where the search looks, and meets its conditions. */
export function fits({ asker, scope, conditions }: Search, { areOwn, meets }: Candidates, bindings: Bindings): string {
  const places: string[] = [];
  const [whole, personal] = [channelsIn(scope.whole), channelsIn(scope.personal)];
  // The sum keeps the index of channels out: the candidates are few already.
  const place = areOwn ? 'own.channel_id' : 'm.channel_id + 0';
  if (whole.length > 0) places.push(`${place} = ANY (${bindings.add(whole, 'bigint[]')})`);
  if (scope.open) places.push(isInOpenChannel(scope.open, place, asker, bindings));
  if (personal.length > 0) {
    const isThere = `${place} = ANY (${bindings.add(personal, 'bigint[]')})`;
    places.push(areOwn ? isThere : `(${isThere} AND ${isInHistory(USER)})`);
  }
  if (scope.direct)
    places.push(areOwn ? 'own.conversation_id IS NOT NULL' : `(${IS_IN_CONVERSATION} AND ${WAS_THERE})`);
  const open = conditions.filter(({ kind, negated }) => negated || kind !== meets);
  return `(${places.join(' OR ')}) AND ${narrowCondition(open, asker, bindings)}`;
}

const IS_IN_CONVERSATION = `EXISTS (
  SELECT FROM conversation_participant p WHERE p.user_id = ${USER} AND p.conversation_id = m.conversation_id)`;

import { BIT, Standing } from '../received/flag';
import { REASON, Reason } from './missed-message';

const HOLDS: readonly (readonly [Reason, (standing: Omit<Standing, 'isUnread'>) => boolean])[] = [
  [REASON.mentioned, ({ bits }) => (bits & BIT.mentioned) !== 0],
  [REASON.topicWildcard, ({ bits }) => (bits & BIT.topicWildcard) !== 0],
  [REASON.channelWildcard, ({ isReceived, mentionsChannel }) => isReceived && mentionsChannel],
  [REASON.followed, () => true],
  [REASON.channel, () => true],
];

/**
 * The reasons that still hold for a missed message, the strongest first. If an edit removed the mention of the user,
 * the user's general settings count.
 */
export function reasonsNow(reason: Reason, standing: Omit<Standing, 'isUnread'>): Reason[] {
  if (reason === REASON.direct) return [reason];
  return HOLDS.flatMap(([one, holds]) => (one >= reason && holds(standing) ? [one] : []));
}

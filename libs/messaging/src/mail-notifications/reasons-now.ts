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
 * Why somebody may still have to be told of a message that he missed for that reason, the strongest first: it may have
 * been edited since, and speak to him no more; what he wants to hear of anyway counts then.
 */
export function reasonsNow(reason: Reason, standing: Omit<Standing, 'isUnread'>): Reason[] {
  if (reason === REASON.direct) return [reason];
  return HOLDS.flatMap(([one, holds]) => (one >= reason && holds(standing) ? [one] : []));
}

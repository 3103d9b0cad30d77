import { Visibility, VISIBILITY } from '../user-topics/user-topic';

/** The policies of a user for two topics, of which one becomes part of the other. */
export interface PoliciesBeforeMove {
  /** The policy for the old topic. */
  readonly from: Visibility;
  /** The policy for the new topic. */
  readonly to: Visibility;
  /** Whether the new topic existed before. */
  readonly isMerge: boolean;
  /** Whether the user can read the messages in their new place. */
  readonly canRead: boolean;
}

/** The strongest first. */
const BY_STRENGTH: readonly Visibility[] = [
  VISIBILITY.followed,
  VISIBILITY.unmuted,
  VISIBILITY.inherit,
  VISIBILITY.muted,
];

/** The policy for the new topic after the move. The one for the old topic is removed. */
export function policyAfterMove({ from, to, isMerge, canRead }: PoliciesBeforeMove): Visibility {
  if (!canRead) return to;
  if (isMerge) return BY_STRENGTH.find((one) => one === from || one === to)!;
  return from === VISIBILITY.inherit ? to : from;
}

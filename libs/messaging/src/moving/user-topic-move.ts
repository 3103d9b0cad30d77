import { Visibility, VISIBILITY } from '../user-topics/user-topic';

/** The policies of a user for two topics, of which one becomes part of the other. */
export interface SaidOfTopics {
  /** The policy for the old topic. */
  readonly from: Visibility;
  /** The policy for the new topic. */
  readonly to: Visibility;
  /** Whether the new topic existed before. */
  readonly isMerge: boolean;
  /** Whether the user can read the messages in their new place. */
  readonly follows: boolean;
}

/** The strongest first. */
const BY_STRENGTH: readonly Visibility[] = [
  VISIBILITY.followed,
  VISIBILITY.unmuted,
  VISIBILITY.inherit,
  VISIBILITY.muted,
];

/** The policy for the new topic after the move. The one for the old topic is removed. */
export function saidAfterMove({ from, to, isMerge, follows }: SaidOfTopics): Visibility {
  if (!follows) return to;
  if (isMerge) return BY_STRENGTH.find((one) => one === from || one === to)!;
  return from === VISIBILITY.inherit ? to : from;
}

import { Visibility, VISIBILITY } from '../user-topics/user-topic';

/** What somebody has said of two topics, of which one becomes part of the other. */
export interface SaidOfTopics {
  /** Of the topic that is gone afterwards. */
  readonly from: Visibility;
  /** Of the topic that it becomes. */
  readonly to: Visibility;
  /** Whether the topic that it becomes was there already. */
  readonly isMerge: boolean;
  /** Whether messages are readable where they are now. */
  readonly follows: boolean;
}

/** The stronger comes first. */
const BY_STRENGTH: readonly Visibility[] = [
  VISIBILITY.followed,
  VISIBILITY.unmuted,
  VISIBILITY.inherit,
  VISIBILITY.muted,
];

/** What somebody has said of the new topic after the move. Of the old one nothing stays. */
export function saidAfterMove({ from, to, isMerge, follows }: SaidOfTopics): Visibility {
  if (!follows) return to;
  if (isMerge) return BY_STRENGTH.find((one) => one === from || one === to)!;
  return from === VISIBILITY.inherit ? to : from;
}

import { Visibility, VISIBILITY } from './user-topic';

/** When somebody follows or unmutes a topic by himself, in the numbers of the settings. */
const WHEN = { partaking: 1, sending: 2, beginning: 3 } as const;

/** What somebody chose: for topics everywhere, and for those in channels that he has muted. */
export interface AutomaticPolicies {
  readonly followsTopics: number;
  readonly unmutesTopics: number;
}

/** How somebody stands to a topic in which he does something. */
export interface TopicStanding {
  /** What he has said of it. */
  readonly visibility: Visibility;
  readonly isChannelMuted: boolean;
}

/** Reacting, voting; sending into what was there; sending the first message. Each is also the ones before it. */
export type Deed = 'partakes' | 'sends' | 'begins';

const DEEDS: Readonly<Record<Deed, readonly number[]>> = {
  partakes: [WHEN.partaking],
  sends: [WHEN.partaking, WHEN.sending],
  begins: [WHEN.partaking, WHEN.sending, WHEN.beginning],
};

/** Whether the deed could change anything, however the topic stands. */
export const mayChange = ({ followsTopics, unmutesTopics }: AutomaticPolicies, deed: Deed): boolean =>
  DEEDS[deed].includes(followsTopics) || DEEDS[deed].includes(unmutesTopics);

/** What a topic becomes for who does something in it, by his habits; null: it stays as it is. */
export function visibilityAfter(
  deed: Deed,
  { followsTopics, unmutesTopics }: AutomaticPolicies,
  { visibility, isChannelMuted }: TopicStanding,
): Exclude<Visibility, 0> | null {
  if (visibility === VISIBILITY.followed) return null;
  if (DEEDS[deed].includes(followsTopics)) return VISIBILITY.followed;
  const unmutes = isChannelMuted && DEEDS[deed].includes(unmutesTopics);
  return unmutes && visibility !== VISIBILITY.unmuted ? VISIBILITY.unmuted : null;
}

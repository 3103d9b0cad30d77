import { Visibility, VISIBILITY } from './user-topic';

/** When a user follows or unmutes a topic automatically, in the numbers of the settings. */
const WHEN = { partaking: 1, sending: 2, beginning: 3 } as const;

/** The user's choice: for topics everywhere, and for those in muted channels. */
export interface AutomaticPolicies {
  readonly followsTopics: number;
  readonly unmutesTopics: number;
}

/** The relation of a user to a topic in which the user acts. */
export interface TopicStanding {
  /** The user's policy for the topic. */
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

/** Whether the action could change anything, whatever the current policy is. */
export const mayChange = ({ followsTopics, unmutesTopics }: AutomaticPolicies, deed: Deed): boolean =>
  DEEDS[deed].includes(followsTopics) || DEEDS[deed].includes(unmutesTopics);

/** The new policy of the topic for a user who acts in it, by the user's settings; null: unchanged. */
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

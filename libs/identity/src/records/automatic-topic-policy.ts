/** When a topic is followed or unmuted without being asked for, in the numbers of the settings. */
export const AUTOMATIC_TOPIC_POLICY = { onPartaking: 1, onSending: 2, onBeginning: 3, never: 4 } as const;

/** Of an account that decided nothing. */
export const DEFAULT_TOPIC_HABITS = {
  follows: AUTOMATIC_TOPIC_POLICY.onBeginning,
  unmutes: AUTOMATIC_TOPIC_POLICY.onSending,
};

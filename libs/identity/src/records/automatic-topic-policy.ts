/** When a topic is followed or unmuted automatically, with the numbers of the settings. */
export const AUTOMATIC_TOPIC_POLICY = { onPartaking: 1, onSending: 2, onBeginning: 3, never: 4 } as const;

/** The settings of an account that has changed none. */
export const DEFAULT_TOPIC_HABITS = {
  follows: AUTOMATIC_TOPIC_POLICY.onBeginning,
  unmutes: AUTOMATIC_TOPIC_POLICY.onSending,
};

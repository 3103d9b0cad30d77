/** How many steps a sequence has. */
const STEPS = 40;

/**
 * How much is looked at: after a step, with what chance; and at the end so many lists, each by one person, and so many
 * objects. When a finding is made smaller, it is all lists by everybody: one that is not looked at would look right.
 */
export const LOOKS = {
  few: { afterStep: 0.3, lists: 4, objects: 3 },
  some: { afterStep: 1, lists: 30, objects: 16 },
  all: { afterStep: 1, lists: Infinity, objects: 150 },
} as const;

/** What has happened in a scene before the sequence begins, without being looked at: nothing, or the first steps of a seed. */
export interface Prelude {
  seed: number;
  length: number;
}

/** A sequence by its seed, and those of its steps that are taken; all steps hang on the seed and their number alone. */
export interface Plan {
  prelude: Prelude;
  seed: number;
  steps: readonly number[];
  /** So many steps it had before it was made smaller. */
  length: number;
  /** How much is looked at after a step, and when they are over. */
  looks: keyof typeof LOOKS;
  /** Brisk: a step is one action, of whatever kind. */
  pace: 'full' | 'brisk';
}

export const planOf = (
  seed: number,
  { length = STEPS, prelude = { seed, length: 0 }, looks = 'some', pace = 'full' }: Partial<Plan> = {},
): Plan => ({ prelude, seed, steps: Array.from({ length }, (_, step) => step), length, looks, pace });

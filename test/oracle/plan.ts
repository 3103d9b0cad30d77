/** How many steps a sequence has. */
const STEPS = 40;

/**
 * How much is checked: after a step, with which probability; and at the end so many lists, each by one user, and so
 * many objects. While a finding is reduced, all lists of all users are checked: an unchecked one would look correct.
 */
export const LOOKS = {
  few: { afterStep: 0.3, lists: 4, objects: 3 },
  some: { afterStep: 1, lists: 30, objects: 16 },
  all: { afterStep: 1, lists: Infinity, objects: 150 },
} as const;

/** The unchecked history of a scene before the sequence begins: nothing, or the first steps of a seed. */
export interface Prelude {
  seed: number;
  length: number;
}

/** A sequence by its seed, and the steps that are taken; all steps depend on the seed and their number only. */
export interface Plan {
  prelude: Prelude;
  seed: number;
  steps: readonly number[];
  /** The number of steps before the reduction. */
  length: number;
  /** How much is checked after a step, and at the end. */
  looks: keyof typeof LOOKS;
  /** Brisk: a step is one action, of any kind. */
  pace: 'full' | 'brisk';
}

export const planOf = (
  seed: number,
  { length = STEPS, prelude = { seed, length: 0 }, looks = 'some', pace = 'full' }: Partial<Plan> = {},
): Plan => ({ prelude, seed, steps: Array.from({ length }, (_, step) => step), length, looks, pace });

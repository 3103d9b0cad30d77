import { DomainError } from '@app/kernel';

/** The steps of the guide for the owner of a new organization, in their order. */
export const FIRST_STEPS = ['name', 'picture', 'announcements', 'people', 'mail', 'backups'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** In the table of onboarding steps, whose other names are the protocol's. */
const PREFIX = 'first_steps:';

export const storedName = (step: FirstStep): string => PREFIX + step;

/** The steps among stored names. */
export const firstStepsIn = (names: readonly string[]): FirstStep[] =>
  FIRST_STEPS.filter((step) => names.includes(storedName(step)));

export class FirstStepIsUnknown extends DomainError {
  constructor() {
    super(`The steps are ${FIRST_STEPS.join(', ')}.`);
  }
}

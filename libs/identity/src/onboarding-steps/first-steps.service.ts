import { type Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { FIRST_STEPS, FirstStep, firstStepsIn, FirstStepIsUnknown, storedName } from './first-step';
import { OnboardingStepRepository } from './onboarding-step.repository';

/** What an owner has done or skipped of the guide for a new organization. Each user keeps a separate state. */
@Injectable()
export class FirstSteps {
  constructor(
    private readonly rows: OnboardingStepRepository,
    private readonly transactions: Transactions,
  ) {}

  /** The steps that the user wants to see as open no more. */
  async settled({ userId }: Actor): Promise<FirstStep[]> {
    return firstStepsIn(await this.rows.list(userId));
  }

  /** @throws FirstStepIsUnknown */
  async settle(actor: Actor, wanted: string, isSettled: boolean): Promise<void> {
    const step = FIRST_STEPS.find((one) => one === wanted);
    if (!step) throw new FirstStepIsUnknown();
    await this.transactions.run([lock.user(actor.userId)], async () => {
      if (isSettled) await this.rows.insert(actor, storedName(step));
      else await this.rows.remove(actor.userId, storedName(step));
    });
  }
}

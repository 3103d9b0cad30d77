import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { assertIsOnboardingStep } from './onboarding-step';
import { OnboardingStepRepository } from './onboarding-step.repository';
import { OnboardingStepClientEvents } from './onboarding-step.client-events';

/** The onboarding steps that a user has not done yet. */
@Injectable()
export class OnboardingSteps {
  constructor(
    private readonly rows: OnboardingStepRepository,
    private readonly clients: OnboardingStepClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /** Sends no client event if the step was done before. */
  async finish(actor: Actor, name: string): Promise<void> {
    assertIsOnboardingStep(name);
    await this.transactions.run([lock.user(actor.userId)], async () => {
      if (await this.rows.insert(actor, name)) await this.clients.tellRemaining(actor);
    });
  }
}

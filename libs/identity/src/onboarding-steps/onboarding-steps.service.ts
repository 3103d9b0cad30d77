import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { assertIsOnboardingStep } from './onboarding-step';
import { OnboardingStepRepository } from './onboarding-step.repository';
import { OnboardingStepClientEvents } from './onboarding-step.client-events';

/** What a client shows a new user once, as far as the user has not seen it. */
@Injectable()
export class OnboardingSteps {
  constructor(
    private readonly rows: OnboardingStepRepository,
    private readonly clients: OnboardingStepClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /** A step that is done already stays so, and no client is told again. @throws OnboardingStepIsUnknown */
  async finish(actor: Actor, name: string): Promise<void> {
    assertIsOnboardingStep(name);
    await this.transactions.run([lock.user(actor.userId)], async () => {
      if (await this.rows.insert(actor, name)) await this.clients.tellRemaining(actor);
    });
  }
}

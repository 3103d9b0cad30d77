import { Actor, CurrentActor, HumansOnly, Operation, Parameters, Text } from '@app/platform';
import { Controller } from '@nestjs/common';
import { OnboardingSteps } from './onboarding-steps.service';

class FinishOnboardingStepRequest {
  @Text({ doc: 'The name of a step in `onboarding_steps`.', maxLength: 100 })
  onboarding_step: string;
}

@HumansOnly()
@Controller('api/v1')
export class OnboardingStepsController {
  constructor(private readonly steps: OnboardingSteps) {}

  @Operation('POST', 'users/me/onboarding_steps', {
    summary: 'Say that a step for new users is done',
    section: "the public API's mark-onboarding-step-as-read",
    tag: 'own account',
    request: FinishOnboardingStepRequest,
  })
  async finish(
    @CurrentActor() actor: Actor,
    @Parameters() { onboarding_step: name }: FinishOnboardingStepRequest,
  ): Promise<object> {
    await this.steps.finish(actor, name);
    return {};
  }
}

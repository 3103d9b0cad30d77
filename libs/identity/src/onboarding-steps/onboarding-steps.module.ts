import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { FirstStepsController } from './first-steps.controller';
import { FirstSteps } from './first-steps.service';
import { OnboardingStepClientEvents } from './onboarding-step.client-events';
import { OnboardingStepRepository } from './onboarding-step.repository';
import { OnboardingStepsController } from './onboarding-steps.controller';
import { OnboardingSteps } from './onboarding-steps.service';

@Module({
  imports: [RealtimeModule],
  controllers: [FirstStepsController, OnboardingStepsController],
  providers: [FirstSteps, OnboardingStepClientEvents, OnboardingStepRepository, OnboardingSteps],
})
export class OnboardingStepsModule {}

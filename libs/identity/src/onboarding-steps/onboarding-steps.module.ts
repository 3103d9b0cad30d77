import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { OnboardingStepClientEvents } from './onboarding-step.client-events';
import { OnboardingStepRepository } from './onboarding-step.repository';
import { OnboardingStepsController } from './onboarding-steps.controller';
import { OnboardingSteps } from './onboarding-steps.service';

@Module({
  imports: [RealtimeModule],
  controllers: [OnboardingStepsController],
  providers: [OnboardingStepClientEvents, OnboardingStepRepository, OnboardingSteps],
})
export class OnboardingStepsModule {}

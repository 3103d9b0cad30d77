import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SecondFactorsModule } from '../second-factors/second-factors.module';
import { PasskeySteps } from './passkey-steps.service';
import { ReauthenticationController } from './reauthentication.controller';
import { SecondStepController } from './second-step.controller';
import { SecondStepEntity } from './second-step.entity';
import { SecondStepLogins } from './second-step-logins.service';
import { SecondStepPages } from './second-step-pages.http';
import { SecondStepRepository } from './second-step.repository';
import { WaitingLogins } from './waiting-logins.service';

/** The second step of logins. */
@Module({
  imports: [TypeOrmModule.forFeature([SecondStepEntity]), IdentityModule, SecondFactorsModule],
  controllers: [ReauthenticationController, SecondStepController],
  providers: [PasskeySteps, SecondStepLogins, SecondStepPages, SecondStepRepository, WaitingLogins],
})
export class SecondStepsModule {}

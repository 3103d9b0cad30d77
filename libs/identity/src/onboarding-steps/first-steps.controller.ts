import { type Actor, CurrentActor, Flag, HumansOnly, Operation, Parameters, Word } from '@app/platform';
import { Controller } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { FIRST_STEPS, type FirstStep } from './first-step';
import { FirstSteps } from './first-steps.service';

const SECTION = "Parley's own docs/administrators.md";

class SettleFirstStepRequest {
  @Word({ doc: 'The step.', oneOf: FIRST_STEPS })
  step: FirstStep;

  @Flag({ doc: 'Whether it is done or skipped; false: it is open again.', required: false })
  is_settled = true;
}

class FirstStepsResponse {
  @ApiProperty({ enum: FIRST_STEPS, isArray: true, description: 'The steps that the user has done or skipped.' })
  settled: FirstStep[];
}

/** The guide for the owner of a new organization. */
@HumansOnly()
@Controller('api/v1')
export class FirstStepsController {
  constructor(private readonly steps: FirstSteps) {}

  @Operation('GET', 'users/me/first_steps', {
    summary: 'Get what of the guide for a new organization is done or skipped',
    section: SECTION,
    tag: 'own account',
    response: FirstStepsResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<FirstStepsResponse> {
    return { settled: await this.steps.settled(actor) };
  }

  @Operation('POST', 'users/me/first_steps', {
    summary: 'Say that a step of the guide is done or skipped, or open again',
    section: SECTION,
    tag: 'own account',
    request: SettleFirstStepRequest,
    response: FirstStepsResponse,
  })
  async settle(
    @CurrentActor() actor: Actor,
    @Parameters() { step, is_settled: isSettled }: SettleFirstStepRequest,
  ): Promise<FirstStepsResponse> {
    await this.steps.settle(actor, step, isSettled);
    return { settled: await this.steps.settled(actor) };
  }
}

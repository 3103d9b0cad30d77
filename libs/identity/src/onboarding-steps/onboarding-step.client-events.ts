import type { UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { ONBOARDING_STEPS, OnboardingStep } from './onboarding-step';
import { OnboardingStepRepository } from './onboarding-step.repository';

const TYPE = 'onboarding_steps';

const remaining: EventKind<{ steps: readonly OnboardingStep[] }> = {
  kind: TYPE,
  type: TYPE,
  variant: () => '',
  shape: ({ steps }) => ({ type: TYPE, onboarding_steps: steps }),
};

/** Client events and snapshot of the steps that a user has not done. Only the user's own clients receive them. */
@Injectable()
export class OnboardingStepClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = [TYPE];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: OnboardingStepRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(remaining);
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    const steps = actor.isBot ? [] : await this.remaining(actor.userId);
    return { onboarding_steps: steps, navigation_tour_video_url: null };
  }

  readForSpectator(): Record<string, unknown> {
    return { onboarding_steps: [], navigation_tour_video_url: null };
  }

  async tellRemaining({ organizationId, userId }: Actor): Promise<void> {
    const payload = { steps: await this.remaining(userId) };
    this.log.tell({ kind: TYPE, organizationId, audience: { to: 'users', ids: [userId] }, payload });
  }

  private async remaining(userId: UserId): Promise<OnboardingStep[]> {
    const done = await this.rows.list(userId);
    return ONBOARDING_STEPS.filter(({ name }) => !done.includes(name));
  }
}

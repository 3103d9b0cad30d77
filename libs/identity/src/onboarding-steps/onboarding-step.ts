import { DomainError } from '@app/kernel';

export class OnboardingStepIsUnknown extends DomainError {
  constructor(name: string) {
    super(`Unknown onboarding_step: ${name}`);
  }
}

export interface OnboardingStep {
  readonly type: 'one_time_notice' | 'one_time_action';
  readonly name: string;
}

const notice = (name: string): OnboardingStep => ({ type: 'one_time_notice', name });

/**
 * The steps that clients of feature level 431 show once for each user. The navigation tour is left out, because the
 * server has no video for it.
 */
export const ONBOARDING_STEPS: readonly OnboardingStep[] = [
  notice('visibility_policy_banner'),
  notice('intro_inbox_view_modal'),
  notice('intro_recent_view_modal'),
  notice('first_stream_created_banner'),
  notice('jump_to_conversation_banner'),
  notice('non_interleaved_view_messages_fading'),
  notice('interleaved_view_messages_fading'),
  notice('intro_resolve_topic'),
  { type: 'one_time_action', name: 'narrow_to_dm_with_welcome_bot_new_user' },
];

/** @throws OnboardingStepIsUnknown */
export function assertIsOnboardingStep(name: string): void {
  if (!ONBOARDING_STEPS.some((step) => step.name === name)) throw new OnboardingStepIsUnknown(name);
}

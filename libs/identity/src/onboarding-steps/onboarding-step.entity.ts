import type { OrganizationId, UserId } from '@app/kernel';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** An onboarding step that a user has done. */
@Entity('onboarding_step')
export class OnboardingStepEntity {
  @Column('bigint') organizationId: OrganizationId;
  @PrimaryColumn('bigint') @ForeignKey('user_account') userId: UserId;
  @PrimaryColumn('text') name: string;
}

import type { OrganizationId, UserId } from '@app/kernel';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** An introduction that a user has been shown. */
@Entity('onboarding_step')
export class OnboardingStepEntity {
  @Column('bigint') organizationId: OrganizationId;
  @PrimaryColumn('bigint') @ForeignKey('user_account') userId: UserId;
  @PrimaryColumn('text') name: string;
}

import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity } from 'typeorm';

/** A message whose recipients of push notifications are still to be determined. */
@Entity('push_due')
export class PushCandidateEntity {
  @IdentityColumn() id: number;
  @Column('bigint') messageId: MessageId;
  @Column('bigint') organizationId: OrganizationId;
  @Column('bigint', { array: true }) userIds: UserId[];
  @Column('boolean') isWhole: boolean;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  @Column('bigint', { default: 0 }) doneUserId: number;
}

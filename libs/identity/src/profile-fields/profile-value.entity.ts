import type { OrganizationId, UserId } from '@app/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The value of a user in a custom profile field. */
@Entity('profile_value')
@Index('profile_value_field', ['fieldId'])
@Index('profile_value_organization', ['organizationId', 'userId'])
export class ProfileValueEntity {
  @PrimaryColumn('bigint') @ForeignKey('user_account') userId: UserId;
  @PrimaryColumn('bigint') @ForeignKey('profile_field', { onDelete: 'CASCADE' }) fieldId: number;
  @Column('bigint') organizationId: OrganizationId;
  @Column('text') value: string;
  @Column('text', { nullable: true }) renderedValue: string | null;
}

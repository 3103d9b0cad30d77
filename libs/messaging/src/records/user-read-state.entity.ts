import type { UserId } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Below which message a user has read everything. */
@Entity('user_read_state')
export class UserReadStateEntity {
  @PrimaryColumn('bigint') userId: UserId;
  @Column('bigint', { default: 0 }) readFloor: number;
}

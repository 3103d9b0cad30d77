import type { UserId } from '@app/kernel';
import { OPEN_END } from '@app/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A time in which a user was deactivated. */
@Entity('inactive_period')
export class InactivePeriodEntity {
  @PrimaryColumn('bigint') userId: UserId;
  @PrimaryColumn('bigint') fromPosition: number;
  @Column('bigint', { default: OPEN_END }) toPosition: number;
}

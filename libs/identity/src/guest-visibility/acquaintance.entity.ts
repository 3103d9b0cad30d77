import type { UserId } from '@app/kernel';
import { Entity, Index, PrimaryColumn } from 'typeorm';

/** A user whom a guest with limited access may see. */
@Entity('acquaintance')
@Index('acquaintance_user', ['userId'])
export class AcquaintanceEntity {
  @PrimaryColumn('bigint') guestId: UserId;
  @PrimaryColumn('bigint') userId: UserId;
}

import type { UserId } from '@app/kernel';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A code that stands for a second factor once. Stored is a keyed hash. */
@Entity('recovery_code')
export class RecoveryCodeEntity {
  @PrimaryColumn('bigint') @ForeignKey('user_account') userId: UserId;
  @PrimaryColumn('bytea') hash: Buffer;
  @Column('timestamptz', { nullable: true }) usedAt: Date | null;
}

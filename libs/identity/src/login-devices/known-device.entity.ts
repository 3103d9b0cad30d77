import type { UserId } from '@app/kernel';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A browser or a program from which a user has logged in. */
@Entity('known_device')
export class KnownDeviceEntity {
  @PrimaryColumn('bigint') @ForeignKey('user_account') userId: UserId;
  @PrimaryColumn('bytea') hash: Buffer;
  @Column('timestamptz', { default: () => 'now()' }) seenAt: Date;
}

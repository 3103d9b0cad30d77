import type { UserId } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which messages of a block of 4096 a user has read, as bits. */
@Entity('read_block')
export class ReadBlockEntity {
  @PrimaryColumn('bigint') userId: UserId;
  @PrimaryColumn('bigint') block: number;
  @Column({ type: 'bit', length: 4096 }) bits: string;
}

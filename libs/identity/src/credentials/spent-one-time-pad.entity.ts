import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A one-time pad that a login has used. */
@Entity('spent_one_time_pad')
export class SpentOneTimePadEntity {
  @PrimaryColumn('bytea') hash: Buffer;
  @Column('timestamptz', { default: () => 'now()' }) spentAt: Date;
}

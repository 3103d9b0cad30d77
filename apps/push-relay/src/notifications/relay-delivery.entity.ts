import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A notification that was sent, so that a repeated one is not. */
@Entity('relay_delivery')
@Index('relay_delivery_age', ['at'])
export class RelayDeliveryEntity {
  @PrimaryColumn('bigint') deviceId: number;
  @PrimaryColumn('text') collapseHash: string;
  @Column('boolean', { default: false }) isSent: boolean;
  @Column('timestamptz', { default: () => 'now()' }) at: Date;
}

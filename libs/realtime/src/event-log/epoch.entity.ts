import { XID8 } from '@app/platform';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The only row. It identifies the database cluster from which event ids come. */
@Entity('epoch')
@Check('epoch_only_row_check', 'only_row')
export class EpochEntity {
  @PrimaryColumn('boolean', { default: true }) onlyRow: boolean;
  @Column('text') systemIdentifier: string;
  @Column(XID8) xid: string;
}

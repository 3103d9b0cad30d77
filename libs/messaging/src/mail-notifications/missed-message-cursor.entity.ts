import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The only row: up to which message the addressees were determined. */
@Entity('missed_message_cursor')
@Check('missed_message_cursor_only_row_check', 'only_row')
export class MissedMessageCursorEntity {
  @PrimaryColumn('boolean', { default: true }) onlyRow: boolean;
  @Column('bigint') upto: number;
  @Column('bigint', { default: 0 }) partialId: number;
  @Column('bigint', { default: 0 }) doneUserId: number;
}

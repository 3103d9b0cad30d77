import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The only row: how far the search index is, and in which language. */
@Entity('search_state')
@Check('search_state_only_row_check', 'only_row')
export class SearchStateEntity {
  @PrimaryColumn('boolean', { default: true }) onlyRow: boolean;
  @Column('text', { nullable: true }) language: string | null;
  @Column('text', { nullable: true }) formerLanguage: string | null;
  @Column('bigint') reached: number;
  @Column('bigint', { nullable: true }) rebuildBelow: number | null;
}

import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** How much of its limits a customer has used. */
@Entity('relay_quota')
export class RelayQuotaEntity {
  @PrimaryColumn('uuid') @ForeignKey('relay_organization', { onDelete: 'CASCADE' }) organizationId: string;
  @Column('bigint') minute: number;
  @Column('bigint') minuteUsed: number;
  @Column('bigint') day: number;
  @Column('bigint') dayUsed: number;
}

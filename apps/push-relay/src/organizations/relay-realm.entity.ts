import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A server organization that belongs to a customer. */
@Entity('relay_realm')
@Index('relay_realm_organization', ['organizationId'])
export class RelayRealmEntity {
  @PrimaryColumn('uuid') uuid: string;
  @Column('uuid') @ForeignKey('relay_organization', { onDelete: 'CASCADE' }) organizationId: string;
  @Column('timestamptz', { default: () => 'now()' }) boundAt: Date;
}

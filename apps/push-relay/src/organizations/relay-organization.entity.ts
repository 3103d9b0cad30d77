import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A customer of the relay. */
@Entity('relay_organization')
export class RelayOrganizationEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text', { unique: true }) name: string;
  @Column('bytea') keyHash: Buffer;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { nullable: true }) disabledAt: Date | null;
}

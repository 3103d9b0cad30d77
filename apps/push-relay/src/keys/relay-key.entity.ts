import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A key pair that tokens are sealed for. */
@Entity('relay_key')
@Check('relay_key_check', '(sealed_private IS NULL) = (retired_at IS NOT NULL)')
export class RelayKeyEntity {
  @PrimaryColumn('text') publicKey: string;
  @Column('bytea', { nullable: true }) sealedPrivate: Buffer | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { nullable: true }) retiredAt: Date | null;
}

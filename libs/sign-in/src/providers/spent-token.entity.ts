import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A token of a provider that is good once. */
@Entity('spent_token')
@Index('spent_token_expiry', ['expiresAt'])
export class SpentTokenEntity {
  @PrimaryColumn('bytea') hash: Buffer;
  @Column('timestamptz') expiresAt: Date;
}

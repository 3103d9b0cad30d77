import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a linked page says of itself, or that it says nothing. */
@Entity('link_preview')
export class LinkPreviewEntity {
  @PrimaryColumn('bytea') urlHash: Buffer;
  @Column('text') url: string;
  @Column('jsonb', { nullable: true }) content: unknown;
  @Column('timestamptz') expiresAt: Date;
}

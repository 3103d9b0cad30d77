import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The preview of a linked page, or that it has none. */
@Entity('link_preview')
export class LinkPreviewEntity {
  @PrimaryColumn('bytea') urlHash: Buffer;
  @Column('text') url: string;
  @Column('jsonb', { nullable: true }) content: unknown;
  @Column('timestamptz') expiresAt: Date;
}

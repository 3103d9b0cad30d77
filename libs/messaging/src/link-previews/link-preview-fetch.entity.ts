import { IdentityColumn } from '@app/platform';
import { Column, Entity, Index } from 'typeorm';

/** A linked page that is to be fetched. */
@Entity('link_preview_fetch')
@Index('link_preview_fetch_due', ['dueAt', 'id'])
export class LinkPreviewFetchEntity {
  @IdentityColumn() id: number;
  @Column('bytea', { unique: true }) urlHash: Buffer;
  @Column('text') url: string;
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
  @Column('smallint', { default: 0 }) attempts: number;
}

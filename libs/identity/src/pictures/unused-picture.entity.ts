import type { OrganizationId } from '@app/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A stored picture without references, which will be removed. */
@Entity('unused_picture')
@Index('unused_picture_since', ['since'])
export class UnusedPictureEntity {
  @PrimaryColumn('text') name: string;
  @Column('text') kind: string;
  @Column('bigint') organizationId: OrganizationId;
  @Column('timestamptz', { default: () => 'now()' }) since: Date;
}

import { IdentityColumn } from '@app/platform';
import { Column, Entity, Index } from 'typeorm';

/** A stored file without a row, to be removed by a worker. */
@Entity('file_removal')
@Index('file_removal_due', ['dueAt', 'id'])
export class FileRemovalEntity {
  @IdentityColumn() id: number;
  @Column('text') fileKey: string;
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
  @Column('smallint', { default: 0 }) attempts: number;
}

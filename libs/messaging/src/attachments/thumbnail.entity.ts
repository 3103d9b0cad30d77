import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A smaller picture of an uploaded image. */
@Entity('thumbnail')
export class ThumbnailEntity {
  @PrimaryColumn('bigint') @ForeignKey('attachment', { onDelete: 'CASCADE' }) attachmentId: number;
  @PrimaryColumn('text') format: string;
  @Column('text', { unique: true }) fileKey: string;
  @Column('bigint') size: number;
}

/** An uploaded image whose thumbnails are to be made. */
@Entity('thumbnail_task')
@Index('thumbnail_task_due', ['dueAt', 'id'])
export class ThumbnailTaskEntity {
  @PrimaryColumn('bigint') @ForeignKey('attachment', { onDelete: 'CASCADE' }) id: number;
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
  @Column('smallint', { default: 0 }) attempts: number;
}

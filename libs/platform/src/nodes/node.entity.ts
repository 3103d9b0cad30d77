import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A process that serves, as it last reported. */
@Entity('node')
export class NodeEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') host: string;
  @Column('text') version: string;
  @Column('timestamptz') startedAt: Date;
  @Column('timestamptz', { default: () => 'now()' }) seenAt: Date;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How much of a limit is used, counted by all nodes together. */
@Entity('rate_limit')
export class RateLimitEntity {
  @PrimaryColumn('text') key: string;
  @Column('integer') used: number;
  @Column('timestamptz') resetsAt: Date;
}

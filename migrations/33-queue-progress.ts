import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far a queue is, in columns that no index is on: noting it changes rows in place, hence the room on each page. */
export class QueueProgress1766900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // Nodes of the version before leave both out. 690 seconds are the usual life of a queue; the sweep corrects it.
  `ALTER TABLE event_queue
     ADD COLUMN caught_up_xid bigint,
     ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '690 seconds',
     SET (fillfactor = 50)`,
];

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The progress of a queue, in columns without an index: updates are in place, hence the fill factor. */
export class QueueProgress1766900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // Nodes of the previous version leave both out. 690 seconds are the usual lifetime of a queue; the sweep corrects it.
  `ALTER TABLE event_queue
     ADD COLUMN caught_up_xid bigint,
     ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '690 seconds',
     SET (fillfactor = 50)`,
];

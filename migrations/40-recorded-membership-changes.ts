import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who requested subscriptions that are made later, for the audit log; and many ids without compression. */
export class RecordedMembershipChanges1767600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // Without an actor nothing is recorded: rows of the previous version, which recorded it with the request.
  'ALTER TABLE membership_change ADD COLUMN actor_id bigint, ADD COLUMN client text, ADD COLUMN address text',
  // Compressing 50,000 ids took 60 ms of the transaction that holds back events.
  'ALTER TABLE membership_change ALTER COLUMN user_ids SET STORAGE EXTERNAL',
];

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Moves that take several transactions (ADR 9). */
export class MoveJobs1766700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Moves that have begun are finished.');
  }
}

const STATEMENTS: string[] = [
  // `move` is the decision, `progress` its current state; the places are columns of their own for lookups.
  `CREATE TABLE move_job (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL,
    from_channel_id bigint NOT NULL,
    from_topic text NOT NULL,
    to_channel_id bigint NOT NULL,
    to_topic text NOT NULL,
    move jsonb NOT NULL,
    progress jsonb NOT NULL,
    step integer NOT NULL DEFAULT 0,
    began_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL,
    attempts smallint NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX move_job_due ON move_job (due_at, id)',
];

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of people that administrators import, and how far each is. */
export class UserImports1768300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE user_import (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      organization_id bigint NOT NULL REFERENCES organization,
      actor_id bigint NOT NULL REFERENCES user_account,
      client text,
      address text,
      rows jsonb NOT NULL,
      total integer NOT NULL,
      done integer NOT NULL DEFAULT 0,
      failure text,
      due_at timestamptz NOT NULL DEFAULT now(),
      attempts smallint NOT NULL DEFAULT 0
    )`);
    await runner.query('CREATE INDEX user_import_due ON user_import (due_at, id)');
    await runner.query('CREATE INDEX user_import_organization ON user_import (organization_id, id)');
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

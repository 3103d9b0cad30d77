import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far each export is, its files, and the nodes that run. */
export class ExportsAndNodes1768600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // Nodes of the previous version insert exports that have failed: no worker takes these.
  `ALTER TABLE organization_export
     ADD COLUMN section text NOT NULL DEFAULT '',
     ADD COLUMN section_position bigint NOT NULL DEFAULT 0,
     ADD COLUMN parts integer NOT NULL DEFAULT 0,
     ADD COLUMN ready_at timestamptz,
     ADD COLUMN deleted_at timestamptz,
     ADD COLUMN due_at timestamptz NOT NULL DEFAULT 'infinity',
     ADD COLUMN attempts smallint NOT NULL DEFAULT 0`,
  `CREATE TABLE organization_export_file (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    export_id bigint NOT NULL REFERENCES organization_export,
    name text NOT NULL,
    file_key text NOT NULL,
    size bigint,
    is_own boolean NOT NULL
  )`,
  'CREATE INDEX organization_export_file_export ON organization_export_file (export_id, id)',
  `CREATE TABLE node (
    id text PRIMARY KEY,
    host text NOT NULL,
    version text NOT NULL,
    started_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now()
  )`,
];

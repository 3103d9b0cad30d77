import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Uploaded files and their references. The bytes are elsewhere, each under its `file_key`: a file is written before its
 * row, and a row is deleted before its file, so that no row is without a file.
 */
export class Files1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // `path_id` is part of links. `width` and `height` are null for files that are not decoded as pictures; thumbnails: 0
  // none, 1 pending, 2 made, 3 impossible.
  `CREATE TABLE attachment (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    owner_id bigint NOT NULL,
    path_id text NOT NULL UNIQUE,
    file_key text NOT NULL UNIQUE,
    name text NOT NULL,
    size bigint NOT NULL,
    content_type text NOT NULL,
    width integer,
    height integer,
    is_animated boolean NOT NULL DEFAULT false,
    thumbnails smallint NOT NULL DEFAULT 0,
    is_used boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL
  )`,
  'CREATE INDEX attachment_owner ON attachment (owner_id, id)',
  'CREATE INDEX attachment_unused ON attachment (created_at, id) WHERE NOT is_used',
  `CREATE TABLE attachment_message (
    attachment_id bigint NOT NULL REFERENCES attachment ON DELETE CASCADE,
    message_id bigint NOT NULL,
    PRIMARY KEY (attachment_id, message_id)
  )`,
  'CREATE INDEX attachment_message_message ON attachment_message (message_id)',
  `CREATE TABLE thumbnail (
    attachment_id bigint NOT NULL REFERENCES attachment ON DELETE CASCADE,
    format text NOT NULL,
    file_key text NOT NULL UNIQUE,
    size bigint NOT NULL,
    PRIMARY KEY (attachment_id, format)
  )`,
  // `id` is that of the attachment.
  `CREATE TABLE thumbnail_task (
    id bigint PRIMARY KEY REFERENCES attachment ON DELETE CASCADE,
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts smallint NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX thumbnail_task_due ON thumbnail_task (due_at, id)',
  // Bytes of stored files and of uploads in progress.
  `CREATE TABLE upload_space (
    organization_id bigint PRIMARY KEY REFERENCES organization,
    used bigint NOT NULL DEFAULT 0,
    reserved bigint NOT NULL DEFAULT 0
  )`,
  // Uploads in progress: a row that is due was abandoned, and its file is an orphan.
  `CREATE TABLE upload_draft (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    file_key text NOT NULL,
    reserved bigint NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL
  )`,
  'CREATE INDEX upload_draft_due ON upload_draft (due_at, id)',
  `CREATE TABLE file_removal (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    file_key text NOT NULL,
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts smallint NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX file_removal_due ON file_removal (due_at, id)',
];

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What rendering depends on and leaves behind; messages that are to be rendered again; previews of linked pages. The new
 * columns are empty until an older message is rendered anew, as all are in the background.
 */
export class Rendering1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  'ALTER TABLE organization ADD COLUMN rendering_version bigint NOT NULL DEFAULT 1',
  `ALTER TABLE message
    ADD COLUMN has_image boolean NOT NULL DEFAULT false,
    ADD COLUMN has_attachment boolean NOT NULL DEFAULT false`,
  // Few messages have pictures or files, and who looks for them looks far back.
  `CREATE INDEX message_channel_media ON message (channel_id, id)
    WHERE channel_id IS NOT NULL AND (has_image OR has_attachment)`,
  `CREATE INDEX message_conversation_media ON message (conversation_id, id)
    WHERE conversation_id IS NOT NULL AND (has_image OR has_attachment)`,
  'CREATE INDEX message_flag_alerted ON message_flag (user_id, message_id) WHERE flags & 16 <> 0',
  // Those of an older renderer, newest first.
  'CREATE INDEX message_renderer ON message (renderer_version, id)',
  // `id` is that of the message; `request` rises with each time that it is asked for, so that none is lost.
  `CREATE TABLE rerendering (
    id bigint PRIMARY KEY,
    organization_id bigint NOT NULL,
    request integer NOT NULL DEFAULT 1,
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts smallint NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX rerendering_due ON rerendering (due_at, id)',
  // What is known of a page that messages link to; `content` is null where there is nothing to show.
  `CREATE TABLE link_preview (
    url_hash bytea PRIMARY KEY,
    url text NOT NULL,
    content jsonb,
    expires_at timestamptz NOT NULL
  )`,
  `CREATE TABLE link_preview_fetch (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    url_hash bytea NOT NULL UNIQUE,
    url text NOT NULL,
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts smallint NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX link_preview_fetch_due ON link_preview_fetch (due_at, id)',
  // Messages that are to be rendered again once the page was fetched.
  `CREATE TABLE link_preview_wait (
    url_hash bytea NOT NULL,
    message_id bigint NOT NULL,
    organization_id bigint NOT NULL,
    PRIMARY KEY (url_hash, message_id)
  )`,
];

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What rendering depends on and stores; messages that are to be rendered again; previews of linked pages. The new
 * columns are empty until a worker renders an older message again.
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
  // Few messages have pictures or files, and a search for them goes far back.
  `CREATE INDEX message_channel_media ON message (channel_id, id)
    WHERE channel_id IS NOT NULL AND (has_image OR has_attachment)`,
  `CREATE INDEX message_conversation_media ON message (conversation_id, id)
    WHERE conversation_id IS NOT NULL AND (has_image OR has_attachment)`,
  'CREATE INDEX message_flag_alerted ON message_flag (user_id, message_id) WHERE flags & 16 <> 0',
  // Messages of an older renderer, newest first.
  'CREATE INDEX message_renderer ON message (renderer_version, id)',
  // `id` is that of the message; `request` rises with each request, so that none is lost.
  `CREATE TABLE rerendering (
    id bigint PRIMARY KEY,
    organization_id bigint NOT NULL,
    request integer NOT NULL DEFAULT 1,
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts smallint NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX rerendering_due ON rerendering (due_at, id)',
  // The known content of a page that messages link to; `content` is null if there is nothing to show.
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
  // Messages that are to be rendered again once the page is fetched.
  `CREATE TABLE link_preview_wait (
    url_hash bytea NOT NULL,
    message_id bigint NOT NULL,
    organization_id bigint NOT NULL,
    PRIMARY KEY (url_hash, message_id)
  )`,
];

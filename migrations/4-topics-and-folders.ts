import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Topic policies of users, and folders of channels. */
export class TopicsAndFolders1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('What users have said about topics is not taken away again.');
  }
}

const STATEMENTS = [
  `CREATE TABLE user_topic (
    user_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    topic text NOT NULL,
    visibility_policy smallint NOT NULL CHECK (visibility_policy BETWEEN 1 AND 3),
    updated_at timestamptz NOT NULL
  )`,
  'CREATE UNIQUE INDEX user_topic_user ON user_topic (user_id, channel_id, lower(topic))',
  // For changes of a whole topic: a move, a deletion.
  'CREATE INDEX user_topic_topic ON user_topic (channel_id, lower(topic))',
  `CREATE TABLE channel_folder (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    rendered_description text NOT NULL DEFAULT '',
    position integer NOT NULL,
    creator_id bigint,
    is_archived boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX channel_folder_name ON channel_folder (organization_id, lower(name)) WHERE NOT is_archived',
  'CREATE INDEX channel_folder_order ON channel_folder (organization_id, position)',
  'ALTER TABLE channel ADD COLUMN folder_id bigint REFERENCES channel_folder',
  'CREATE INDEX channel_folder_id ON channel (folder_id) WHERE folder_id IS NOT NULL',
];

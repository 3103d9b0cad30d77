import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has what through a link with a group of a provider, and which channels a link means. */
export class GroupLinks1768800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  `CREATE TABLE group_link_member (
    link_id bigint NOT NULL REFERENCES group_link ON DELETE CASCADE,
    user_id bigint NOT NULL REFERENCES user_account,
    PRIMARY KEY (link_id, user_id)
  )`,
  'CREATE INDEX group_link_member_user ON group_link_member (user_id, link_id)',
  `CREATE TABLE group_link_channel (
    link_id bigint NOT NULL REFERENCES group_link ON DELETE CASCADE,
    channel_id bigint NOT NULL REFERENCES channel,
    PRIMARY KEY (link_id, channel_id)
  )`,
  'CREATE INDEX group_link_channel_channel ON group_link_channel (channel_id)',
];

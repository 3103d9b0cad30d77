import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Up to when clients have been told who passed the waiting period: what they are shown, on every node alike. And with
 * which permission version each group became what it is, so that nodes read again what changed and no more.
 */
export class Permissions1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE organization ADD COLUMN full_members_as_of timestamptz NOT NULL DEFAULT now()');
    await runner.query('CREATE INDEX user_account_joined ON user_account (organization_id, date_joined)');
    await runner.query('ALTER TABLE user_group ADD COLUMN permission_version bigint NOT NULL DEFAULT 1');
    // A group of which nobody says when it changed has always just changed.
    await runner.query('ALTER TABLE user_group ALTER COLUMN permission_version SET DEFAULT 9223372036854775807');
    // A group is looked for in what contains it.
    await runner.query('CREATE INDEX user_group_subgroup_inner ON user_group_subgroup (subgroup_id)');
  }

  async down(): Promise<void> {
    throw new Error('Whom clients were told of is not forgotten again.');
  }
}

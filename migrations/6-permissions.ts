import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The time up to which clients were told of users who passed the waiting period: what they are shown, on every node
 * alike. And the permission version of each group's last change, so that nodes read again only changed groups.
 */
export class Permissions1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE organization ADD COLUMN full_members_as_of timestamptz NOT NULL DEFAULT now()');
    await runner.query('CREATE INDEX user_account_joined ON user_account (organization_id, date_joined)');
    await runner.query('ALTER TABLE user_group ADD COLUMN permission_version bigint NOT NULL DEFAULT 1');
    // A group without a version counts as just changed.
    await runner.query('ALTER TABLE user_group ALTER COLUMN permission_version SET DEFAULT 9223372036854775807');
    // Lookups of the groups that contain a group.
    await runner.query('CREATE INDEX user_group_subgroup_inner ON user_group_subgroup (subgroup_id)');
  }

  async down(): Promise<void> {
    throw new Error('Whom clients were told of is not forgotten again.');
  }
}

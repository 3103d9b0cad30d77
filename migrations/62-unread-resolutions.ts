import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './building';

/** A notice of a resolved topic looks up the users for whom such notices always stay unread. */
export class UnreadResolutions1769800000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const ofThose = "(organization_id) WHERE settings ->> 'resolved_topic_notice_auto_read_policy' = 'never'";
    await buildIndex(runner, 'user_account_unread_resolutions', `ON user_account ${ofThose}`);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

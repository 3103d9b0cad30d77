import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './building';

/** A send looks up the alert words that its text may contain, and the users who have muted its sender. */
export class PersonalLookups1766600000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'alert_word_start', 'ON alert_word (organization_id, left(folded, 8))');
    await buildIndex(runner, 'muted_user_muted', 'ON muted_user (muted_user_id, user_id)');
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './building';

/** The keys of bots are shown to their owners, also those that ended with the bot. */
export class SealedKeys1767500000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'api_key_sealed', 'ON api_key (user_id, id) WHERE sealed IS NOT NULL');
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

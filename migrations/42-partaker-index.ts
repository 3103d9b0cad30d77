import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './building';

/** Few messages have such a list: those with a given user are searched for among them. */
export class PartakerIndex1767800000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'message_partaken', 'ON message (channel_id, id) WHERE partaker_ids IS NOT NULL');
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

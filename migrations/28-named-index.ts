import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './building';

/** Few messages mention many users: the mentions of a user are searched for among them. */
export class NamedIndex1766400000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'message_named', 'ON message (channel_id, id) WHERE named_ids IS NOT NULL');
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

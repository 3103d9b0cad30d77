import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './building';

/** The users with a policy for a topic, in order: they are moved with it in batches. */
export class TopicUsers1766800000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'user_topic_place', 'ON user_topic (channel_id, lower(topic), user_id)');
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

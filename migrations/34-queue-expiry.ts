import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './building';

/** Expired queues are found by a column that progress does not write; the index on `last_seen_at` goes. */
export class QueueExpiry1767000000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'event_queue_expires', 'ON event_queue (expires_at)');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS event_queue_last_seen');
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

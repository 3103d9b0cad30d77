import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './building';

/** The worker looks for exports that are due. */
export class ExportIndex1768600000001 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'organization_export_due', 'ON organization_export (due_at, id)');
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an organization makes its own: linkifiers, emoji, pictures, domains. */
export class OrganizationThings1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [];

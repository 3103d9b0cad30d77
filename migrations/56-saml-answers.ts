import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A SAML response comes from another site, without the cookies of the browser. What it says waits in the attempt, sealed,
 * until the browser comes with its cookie.
 */
export class SamlAnswers1769200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE login_attempt ADD COLUMN sealed_answer bytea');
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

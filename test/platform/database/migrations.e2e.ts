import { lock, migrate } from '@app/platform';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { migrations } from '@migrations';
import { lockStatements } from '../../../libs/platform/src/database/transactions/locks';
import { buildIndex } from '../../../migrations/building';
import { emptyDatabase, newDatabase } from '../../support/databases';
import { faultsOf } from '../../support/schema/expansion';
import { ROOT } from '../../support/server-process';

/** From then on nodes of two versions run side by side during upgrades (ADR 29). */
const FIRST_FREE_RELEASE = 26;

/** Removals of what earlier versions no longer use: since which release. */
interface Contraction extends MigrationInterface {
  readonly unusedSince: string;
}

/** Nodes of the previous version serve requests during a migration and after it. */
describe('migrations', () => {
  let url: string;
  let dataSource: DataSource;
  let runner: QueryRunner;
  beforeAll(async () => {
    url = await emptyDatabase();
    await migrate(url, migrations.slice(0, FIRST_FREE_RELEASE));
    dataSource = await new DataSource({ type: 'postgres', url }).initialize();
    runner = dataSource.createQueryRunner();
  });
  afterAll(() => dataSource.destroy());

  const whole = (...statements: string[]): MigrationInterface => ({
    async up(target) {
      for (const statement of statements) await target.query(statement);
    },
    down: async () => undefined,
  });

  it('remove nothing, refuse nothing and block no request, except for removals that a release prepared', async () => {
    const released = [...readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\d\S*)/gm)].map(
      ([, name]) => name,
    );
    for (const Migration of migrations.slice(FIRST_FREE_RELEASE)) {
      const migration: MigrationInterface & Partial<Contraction> = new Migration();
      const faults = await faultsOf(runner, migration);
      if (migration.unusedSince === undefined) expect([Migration.name, faults]).toEqual([Migration.name, []]);
      else expect(released).toContain(migration.unusedSince);
    }
  });

  it.each([
    ['DROP TABLE draft', /^draft is gone/],
    ['ALTER TABLE message RENAME COLUMN topic TO subject', /^message.topic is gone/],
    ['ALTER TABLE draft RENAME TO note', /^draft is gone/],
    ['ALTER TABLE draft ALTER COLUMN topic TYPE varchar(60)', /^draft.topic is another type/],
    ['ALTER TABLE push_device ALTER COLUMN error_code SET NOT NULL', /^push_device.error_code must not be null/],
    ['ALTER TABLE draft ADD COLUMN colour text NOT NULL', /^draft.colour must be filled/],
    ['ALTER TABLE draft ADD COLUMN mark uuid DEFAULT gen_random_uuid()', /^draft is written anew/],
    ['ALTER TABLE draft ADD CONSTRAINT short CHECK (length(topic) < 60) NOT VALID', /^short refuses rows of draft/],
    ['ALTER TABLE message ALTER COLUMN mentions_channel DROP DEFAULT', /^message.mentions_channel has no default/],
    ['CREATE INDEX by_client ON message (client)', /^by_client is built while nobody may write message/],
    ['CREATE UNIQUE INDEX one_each ON draft (user_id)', /^one_each refuses rows of draft/],
    ["UPDATE message SET topic = ''", /^changes rows in a long transaction/],
    ['ALTER TABLE push_device DROP CONSTRAINT push_device_user_id_push_account_id_key', /_key is gone/],
    ['DROP VIEW push_reachable', /^push_reachable is gone/],
    ['DROP FUNCTION refuse_audit_change() CASCADE', /^refuse_audit_change\(\) is gone/],
  ])('are checked: %s is detected', async (statement, fault) => {
    const undone = new Error('undone');
    let faults: string[] = [];
    const probe = async () => {
      faults = await faultsOf(runner, whole(statement));
      throw undone;
    };
    await runner.startTransaction();
    await expect(probe()).rejects.toBe(undone);
    await runner.rollbackTransaction();
    expect(faults).toContainEqual(expect.stringMatching(fault));
  });

  it('may add tables, optional columns, and indexes without blocking writes', async () => {
    const added = whole(
      'CREATE TABLE novelty (id bigint PRIMARY KEY, label text NOT NULL UNIQUE)',
      'ALTER TABLE draft ADD COLUMN length integer, ADD COLUMN is_new boolean NOT NULL DEFAULT false',
      'CREATE OR REPLACE VIEW push_reachable AS SELECT user_id FROM push_device WHERE device_id IS NOT NULL',
    );
    expect(await faultsOf(runner, added)).toEqual([]);
    const beside = {
      ...whole(),
      transaction: false,
      up: (target: QueryRunner) => buildIndex(target, 'draft_length', 'ON draft (length)'),
    };
    expect(await faultsOf(runner, beside)).toEqual([]);
  });

  describe('during requests', () => {
    let inUse: string;
    let somebody: Client;
    let another: Client;
    beforeEach(async () => {
      inUse = await newDatabase();
      another = new Client({ connectionString: inUse });
      await another.connect();
      somebody = new Client({ connectionString: inUse });
      await somebody.connect();
    });
    afterEach(async () => {
      await somebody.end();
      await another.end();
    });

    it('wait for a table in short attempts, and let requests proceed in between', async () => {
      class Coloured9000000000001 {
        up = (target: QueryRunner) => target.query('ALTER TABLE draft ADD COLUMN colour text');
        down = async () => undefined;
      }
      await somebody.query('BEGIN; LOCK TABLE draft IN ACCESS SHARE MODE');
      let done: Promise<string[]>;
      await new Promise<void>((resolve) => (done = migrate(inUse, [...migrations, Coloured9000000000001], resolve)));
      await another.query('SELECT count(*) FROM draft');
      await somebody.query('COMMIT');
      expect(await done!).toContain('Coloured9000000000001');
      await another.query('SELECT colour FROM draft');
    });

    it('allow a start without pending migrations', async () => {
      await somebody.query(`BEGIN${lockStatements([lock.schema()])}`);
      expect(await migrate(inUse, migrations)).toEqual([]);
      await somebody.query('ROLLBACK');
    });
  });
});

import 'reflect-metadata';
import { Database, DatabaseAccess, lock, lockStatements, Transactions, Workers } from '@app/platform';
import { Test, TestingModule } from '@nestjs/testing';
import { Client } from 'pg';
import { DatabaseModule } from '../../../libs/platform/src/database/database.module';
import type { TransactionObserver } from '../../../libs/platform/src/database/transactions/transactions';
import { runParley } from '../../support/command-line';
import { newDatabase } from '../../support/databases';
import { encode, Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

const INSERT = 'INSERT INTO note (text) VALUES ($1)';
const TOO_LONG = { name: 'TransactionTookTooLong', code: '25P04' };

describe('a transaction beyond its time limit', () => {
  const LIMIT_MS = 600;
  let url: string;
  let module: TestingModule;
  let database: Database;
  let transactions: Transactions;
  let other: Client;
  let ended: unknown[];
  beforeAll(async () => {
    url = await newDatabase();
    module = await Test.createTestingModule({
      imports: [DatabaseModule.connectedTo(new DatabaseAccess(url), LIMIT_MS)],
    }).compile();
    await module.init();
    database = module.get(Database);
    transactions = module.get(Transactions);
    other = new Client({ connectionString: url, application_name: 'other' });
    await other.connect();
    await database.write('CREATE TABLE note (text text)');
  });
  afterAll(async () => {
    await other.end();
    await module.close();
  });
  beforeEach(async () => {
    ended = [];
    transactions.observer = { took: () => undefined, ended: (error) => void ended.push(error) } as TransactionObserver;
    await other.query('DELETE FROM note');
  });

  const notes = async () => (await other.query('SELECT text FROM note')).rows;
  /** Whether no other transaction holds back the event log. */
  const nothingIsHeldBack = async () => {
    const { rows } = await other.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND (backend_xid IS NOT NULL OR state <> 'idle')`,
    );
    return rows.length === 0;
  };
  const standsStill = () => new Promise<never>(() => undefined);

  it('is ended during a statement', async () => {
    const late = transactions.run([], async () => {
      await database.write(INSERT, ['first']);
      await database.rows('SELECT pg_sleep(60)');
    });
    await expect(late).rejects.toMatchObject(TOO_LONG);
    await until(nothingIsHeldBack);
    expect([await notes(), ended.length]).toEqual([[], 1]);
  });

  it('is ended while it is idle, and its later statements are refused', async () => {
    let goOn = () => undefined as void;
    const pause = new Promise<void>((resolve) => (goOn = resolve));
    let afterwards: Promise<unknown> = standsStill();
    const late = transactions.run([], async () => {
      await database.write(INSERT, ['first']);
      afterwards = pause.then(() => database.write(INSERT, ['second']));
      afterwards.catch(() => undefined);
      await standsStill();
    });
    await expect(late).rejects.toMatchObject(TOO_LONG);
    goOn();
    await expect(afterwards).rejects.toMatchObject(TOO_LONG);
    await until(nothingIsHeldBack);
    expect([await notes(), ended.length]).toEqual([[], 1]);
  });

  it('is ended between statements that are short each', async () => {
    let statements = 0;
    const late = transactions.run([], async () => {
      for (;;) {
        await database.write(INSERT, ['one more']);
        statements++;
      }
    });
    await expect(late).rejects.toMatchObject(TOO_LONG);
    await until(nothingIsHeldBack);
    expect(statements).toBeGreaterThan(1);
    expect(await notes()).toEqual([]);
  });

  it('is ended in its last write, which COMMIT follows at once', async () => {
    const late = transactions.run([], async () => {
      await database.write(INSERT, ['first']);
      database.writeLast('INSERT INTO note (text) SELECT pg_sleep(60)::text WHERE $1', [true]);
    });
    await expect(late).rejects.toMatchObject(TOO_LONG);
    await until(nothingIsHeldBack);
    expect(await notes()).toEqual([]);
  });

  it('is ended by PostgreSQL itself if the process does not do it', async () => {
    const late = transactions.run([], async () => {
      transactions.required.deadline.end();
      await database.write(INSERT, ['first']);
      await until(nothingIsHeldBack);
      await database.write(INSERT, ['second']);
    });
    await expect(late).rejects.toMatchObject(TOO_LONG);
    expect([await notes(), ended.length]).toEqual([[], 1]);
  });

  it('has its full time after waiting for a lock', async () => {
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(lockStatements([lock.channel(7)]).slice(1));
    const waiting = transactions.run([lock.channel(7)], () => database.write(INSERT, ['after all']));
    waiting.catch(() => undefined);
    await until(async () => {
      const { rows } = await other.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND clock_timestamp() - query_start > $1 * interval '1 millisecond'`,
        [2 * LIMIT_MS],
      );
      return rows.length > 0;
    });
    await holder.end();
    await waiting;
    expect(await notes()).toEqual([{ text: 'after all' }]);
  });

  it('may read a snapshot for longer if it writes nothing', async () => {
    const read = () => transactions.run([], () => database.row(`SELECT pg_sleep(${(2 * LIMIT_MS) / 1_000})`), options);
    const options = { repeatableRead: true };
    await expect(read()).resolves.toBeDefined();
    const write = async () => {
      await database.write(INSERT, ['first']);
      await standsStill();
    };
    await expect(transactions.run([], write, options)).rejects.toMatchObject(TOO_LONG);
    await until(nothingIsHeldBack);
    expect(await notes()).toEqual([]);
  });

  it('leaves the connections of the pool to others', async () => {
    const late = () => transactions.run([], () => database.rows('SELECT pg_sleep(60)'));
    const all = await Promise.allSettled(Array.from({ length: 25 }, late));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 'rejected'));
    const next = () => transactions.run([], () => database.row('SELECT 1 AS one'));
    expect(await Promise.all(Array.from({ length: 25 }, next))).toEqual(Array(25).fill({ one: 1 }));
  });
});

describe('an operation beyond its time limit', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    world = await World.start({ PARLEY_DATABASE_PATIENCE: '1' });
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    await world.sql(`
      CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_sleep(2) FROM generate_series(1, 10); RETURN NULL; END $$;
      CREATE TRIGGER dawdle AFTER INSERT ON draft FOR EACH STATEMENT EXECUTE FUNCTION dawdle();
      CREATE TRIGGER dawdle AFTER INSERT ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION dawdle()`);
  });
  afterAll(() => world.stop());

  const measured = async (operation: string) => {
    const texts = await Promise.all(world.nodes.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
    return texts.some((text) => text.includes(`parley_transactions_ended_total{operation="${operation}"} 1`));
  };

  it('is refused as 503, writes nothing, and does not delay events of others', async () => {
    const queue = await ben.register({ event_types: ['typing'] });
    const drafts = encode({ drafts: [{ type: '', to: [], topic: '', content: 'Dear' }] });
    const headers = { authorization: ana.authorization };
    const late = fetch(`${world.url}/api/v1/drafts`, { method: 'POST', headers, body: drafts });
    await until(async () => (await world.sql("SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'")).length > 0);
    await ana.ok('POST', 'typing', { op: 'start', type: 'direct', to: [ben.id] });
    await queue.until(({ type }) => type === 'typing');
    const answer = await late;
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'SERVER_NOT_READY' })]);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-5]$/);
    expect(await world.sql('SELECT FROM draft')).toEqual([]);
    expect(await measured('POST /api/v1/drafts')).toBe(true);
  });

  it('is reported with the name of the worker', async () => {
    const workers = world.service(Workers);
    const database = world.service(Database);
    let failed = 0;
    workers.add({
      name: 'dawdler',
      everyMs: 60_000,
      backlog: async () => ({ waiting: 0, oldestSeconds: 0 }),
      work: async () => {
        if (failed > 0) return false;
        await world
          .service(Transactions)
          .run([], async () => {
            await database.write('DELETE FROM message');
            await new Promise(() => undefined);
          })
          .finally(() => failed++);
        return false;
      },
    });
    workers.start();
    await until(() => failed > 0);
    expect(await measured('worker dawdler')).toBe(true);
  });

  it('ends a command with an error message', async () => {
    const args = ['users', 'set-role', ben.email, 'administrator'];
    const { code, complaint } = await runParley(world, args);
    expect([code, complaint]).toEqual([1, expect.stringContaining('The transaction took too long and was ended.')]);
    expect(complaint).not.toContain(' at ');
    expect(await world.sql('SELECT role FROM user_account WHERE id = $1', [ben.id])).toEqual([{ role: 400 }]);
  });
});

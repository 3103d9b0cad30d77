import { Database, lock, lockStatements, migrate, Transactions } from '@app/platform';
import { migrations } from '@migrations';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { runParley } from '../../support/command-line';
import { emptyDatabase } from '../../support/databases';
import type { Person } from '../../support/person';
import { describeThroughPgBouncer, PgBouncer } from '../../support/pgbouncer';
import { secondNode } from '../../support/second-node';
import { until } from '../../support/until';
import { World } from '../../support/world';

const POOL_SIZE = 4;

describeThroughPgBouncer('Two nodes behind PgBouncer in transaction mode', () => {
  let pgbouncer: PgBouncer;
  let world: World;
  let ana: Person;
  let bo: Person;
  let url: string;
  beforeAll(async () => {
    pgbouncer = await PgBouncer.start(POOL_SIZE);
    world = await World.start(
      {
        TEST_TEMPLATE: 'template1',
        PARLEY_DATABASE_POOLER: 'transaction',
        DATABASE_URL: pgbouncer.leadingTo(process.env.TEST_POSTGRES_URL!),
      },
      2,
      (databaseUrl) => pgbouncer.leadingTo(databaseUrl),
    );
    url = pgbouncer.leadingTo(world.databaseUrl);
    ana = await world.member('ana');
    bo = await world.member('bo');
    await ana.subscribe(['plans', 'kept'], { principals: [ana.id, bo.id] });
  });
  afterAll(async () => {
    await world?.stop();
    await pgbouncer.stop();
  });

  const environment = () => ({ DATABASE_URL: url, PARLEY_DATABASE_POOLER: 'transaction' });

  it('migrate an empty database, several processes at once', async () => {
    const empty = pgbouncer.leadingTo(await emptyDatabase());
    const runs = Array.from({ length: 3 }, () => migrate(empty, migrations, undefined, 'transaction'));
    const ran = (await Promise.all(runs)).map((names) => names.length).sort((a, b) => a - b);
    expect(ran).toEqual([0, 0, migrations.length]);
  });

  it('serve requests', async () => {
    const queue = await bo.at(1).register();
    const id = await ana.at(0).send('plans', 'lunch', 'a walrus at noon');
    await queue.until(({ type, message }) => type === 'message' && (message as { id: number }).id === id);
    await ana.ok('PATCH', `messages/${id}`, { topic: 'dinner', propagate_mode: 'change_all' });
    await queue.until(({ type, subject }) => type === 'update_message' && subject === 'dinner');
    await bo.ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'read' });
    const narrow = [{ operator: 'search', operand: 'walrus' }];
    const found = await bo.ok('GET', 'messages', { narrow, anchor: 'newest', num_before: 5, num_after: 0 });
    expect(found.messages).toEqual([expect.objectContaining({ id, subject: 'dinner', flags: ['read'] })]);
    await bo.ok('POST', 'mark_all_as_read');
    const sends = Array.from({ length: 40 }, (_, at) => ana.send('plans', 'burst', `number ${at}`));
    expect(new Set(await Promise.all(sends)).size).toBe(40);
  });

  it('keep the time limits that sessions would have', async () => {
    const shown = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
      current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('jit') AS jit`;
    const limits = [{ statement: '1min', lock: '48s', idle: '1min', jit: 'off' }]; // of a world
    const database = world.service(Database);
    expect(await database.rows(shown)).toEqual(limits);
    expect(await world.service(Transactions).run([], () => database.rows(shown))).toEqual(limits);
  });

  it('leave no state in a session that other clients share', async () => {
    const others = Array.from({ length: POOL_SIZE }, () => new Client({ connectionString: url }));
    await Promise.all(others.map((one) => one.connect()));
    const kept = await Promise.all(
      others.map((one) =>
        one.query(
          `SELECT current_setting('lock_timeout') AS lock, (SELECT count(*)::int FROM pg_prepared_statements) AS named,
             (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS locks`,
        ),
      ),
    );
    await Promise.all(others.map((one) => one.end()));
    for (const { rows } of kept) expect(rows).toEqual([{ lock: '0', named: 0, locks: 0 }]);
  });

  it('commit a single statement before its answer, and roll back a failed one', async () => {
    const database = world.service(Database);
    await database.write('CREATE TABLE single (number int PRIMARY KEY)');
    await database.write('INSERT INTO single VALUES ($1)', [1]);
    expect(await world.sql('SELECT number FROM single')).toEqual([{ number: 1 }]);
    await expect(database.write('INSERT INTO single VALUES ($1)', [1])).rejects.toThrow('duplicate key');
    await database.write('INSERT INTO single VALUES ($1)', [2]);
    expect(await world.sql('SELECT number FROM single')).toHaveLength(2);
  });

  it('end the wait for a lock with an answer that can be retried', async () => {
    const id = await ana.channelId('plans');
    const holder = new Client({ connectionString: world.databaseUrl });
    await holder.connect();
    await holder.query(`BEGIN${lockStatements([lock.channel(id)])}`);
    const body = new URLSearchParams({ type: 'stream', to: 'plans', topic: 'lunch', content: 'in vain' });
    const headers = { authorization: ana.authorization };
    const { status } = await fetch(`${world.url}/api/v1/messages`, { method: 'POST', body, headers });
    await holder.end();
    expect(status).toBe(503);
    await ana.send('plans', 'lunch', 'at last');
  });

  it('lose nothing when it is killed and restarted', async () => {
    const queue = await bo.register({ event_types: ['message'] });
    const before = await ana.send('kept', 'talk', 'before');
    await pgbouncer.kill();
    const headers = { authorization: ana.authorization };
    expect((await fetch(`${world.url}/api/v1/users/me`, { headers })).status).toBe(503);
    await pgbouncer.launch();
    await until(async () => (await fetch(`${world.url}/health/ready`)).status === 200);
    await until(async () => (await fetch(`${world.url}/api/v1/users/me`, { headers })).status === 200);
    const after = await ana.send('kept', 'talk', 'after');
    for (const id of [before, after]) await queue.until(({ message }) => (message as { id?: number })?.id === id);
    expect(queue.seen.map(({ message }) => (message as { id: number }).id)).toEqual([before, after]);
  });

  it('are checked by the doctor, which detects the pooler', async () => {
    const { code, out } = await runParley(world, ['doctor'], { environment: environment() });
    expect(out).toMatch(/^ok +pools: a pooler decides/m);
    expect(code).toBe(0);
  });

  it('are backed up and restored', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'parley-pgbouncer-backup-'));
    const file = join(directory, 'backup.tar');
    await runParley(world, ['backup', file], { environment: environment() });
    const empty = await emptyDatabase();
    const target = {
      ...environment(),
      DATABASE_URL: pgbouncer.leadingTo(empty),
      PARLEY_DATA_DIR: join(directory, 'to'),
    };
    const { code } = await runParley(world, ['restore', file], { environment: target });
    const counted = 'SELECT count(*)::int AS messages FROM message';
    const restored = new Client({ connectionString: empty });
    await restored.connect();
    const { rows } = await restored.query(counted);
    await restored.end();
    rmSync(directory, { recursive: true, force: true });
    expect([code, rows]).toEqual([0, await world.sql(counted)]);
  });

  it('require the setting: PgBouncer refuses sessions with limits', async () => {
    await expect(secondNode(world, {}, url)).rejects.toThrow('unsupported startup parameter');
  });
});

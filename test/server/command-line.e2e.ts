import { Circumstances, runParley, runParleyProcess } from '../support/command-line';
import { Person } from '../support/person';
import { until } from '../support/until';
import { World } from '../support/world';

/** The admin command line, on the database of a server that is running. */
describe('the command line', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  const parley = (args: string[], circumstances?: Circumstances) => runParley(world, args, circumstances);
  const login = (username: string, password: string) => world.request('POST', 'fetch_api_key', { username, password });

  it('creates an account and prints its password once', async () => {
    const { code, out } = await parley([
      'users',
      'create',
      'bo@example.org',
      '--name',
      'Bo Example',
      '--role',
      'moderator',
    ]);
    expect(code).toBe(0);
    const password = /Password \(shown this once\): (\S+)/.exec(out)![1];
    const { body } = await login('bo@example.org', password);
    expect((await ana.ok('GET', `users/${body.user_id as number}`)).user).toMatchObject({
      full_name: 'Bo Example',
      role: 300,
    });
  });

  it('reads a password from standard input, and does not print it', async () => {
    const args = ['users', 'create', 'cy@example.org', '--name', 'Cy', '--password-stdin'];
    const { code, out } = await runParleyProcess(world, args, { input: 'a secret of my own\nand more\n' });
    expect([code, out.includes('secret')]).toEqual([0, false]);
    expect((await login('cy@example.org', 'a secret of my own')).status).toBe(200);
  });

  it('sends events of its changes to all users', async () => {
    const queue = await ana.register({ event_types: ['realm_user'] });
    await parley(['users', 'set-role', ana.email, 'administrator']);
    const told = await queue.until(({ person }) => (person as { role?: number }).role === 200);
    expect(told.person).toEqual({ user_id: ana.id, role: 200 });
    expect((await ana.ok('GET', `users/${world.owner.id}`)).user).toMatchObject({ delivery_email: world.owner.email });
  });

  it('grants and revokes the permission to create users', async () => {
    const account = { password: 'a long enough secret', full_name: 'Made By Ana' };
    await parley(['users', 'grant', String(ana.id), 'can_create_users']);
    expect((await ana.post('users', { ...account, email: 'made@example.org' })).status).toBe(200);
    await parley(['users', 'revoke', ana.email, 'can_create_users']);
    expect((await ana.post('users', { ...account, email: 'refused@example.org' })).status).toBe(400);
  });

  it('lists accounts with role, state and permissions, without the system bot', async () => {
    const { out } = await parley(['users', 'list']);
    expect(out).toMatch(/^id +role +state +e-mail +name +special permissions\n/);
    expect(out).toMatch(/\n1 +owner +active +olivia@example\.org +Olivia Owner +can_create_users\n/);
    expect(out).not.toContain('notification-bot');
  });

  it('replaces all keys of an account with a new one', async () => {
    const rex = await world.member('rex');
    const { out } = await parley(['users', 'reset-key', rex.email]);
    const [, email, key] = /^\[api\]\nemail=(.*)\nkey=([A-Za-z0-9]{32})\nsite=http.*\n$/.exec(out)!;
    expect((await rex.get('users/me')).status).toBe(401);
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
    expect((await world.request('GET', 'users/me', {}, authorization)).status).toBe(200);
  });

  it('rejects impossible requests with a reason in one sentence', async () => {
    const refusals: [string[], RegExp][] = [
      [['users', 'set-role', '1', 'member'], /only active owner/],
      [['users', 'reset-key', 'nobody@example.org'], /No such user: nobody@example.org;/],
      [['users', 'create', 'olivia@example.org', '--name', 'Twin'], /already in use/],
      [['users', 'set-role', '1', 'emperor'], /Allowed choices/],
      [['users', 'grant', '1', 'can_fly'], /Allowed choices/],
      [['users', 'list', '--organization', 'nowhere.example'], /no organization at/],
    ];
    const answers = await Promise.all(refusals.map(([args]) => parley(args)));
    for (const [index, { code, out, complaint }] of answers.entries()) {
      expect([code, out]).toEqual([1, '']);
      expect(complaint).toMatch(refusals[index][1]);
      expect(complaint).not.toContain('    at ');
    }
  });

  it('migrates the database, once', async () => {
    expect(await parley(['migrate'])).toEqual({
      code: 0,
      out: 'The database is up to date.\n',
      complaint: expect.any(String),
    });
  });

  it('finds no fault in a healthy installation', async () => {
    const { code, out } = await parley(['doctor']);
    for (const about of [
      'configuration',
      'disk',
      'database',
      'encoding',
      'writing',
      'schema',
      'connections',
      'pools',
      'clock',
      'transactions',
      'vacuum',
      'event log',
      'rendering',
      'files',
      'workers',
    ]) {
      expect(out).toMatch(new RegExp(`^ok +${about}: `, 'm'));
    }
    // The database of the tests is configured for speed and not for durability.
    expect(out).toMatch(/^warning +durability: .*fsync = off, full_page_writes = off, synchronous_commit = off/m);
    expect(code).toBe(0);
  });

  it('finds every fault, gives advice, and fails', async () => {
    const wrong = await parley(['doctor'], { environment: { PORT: 'abc', PARLEY_OWNER_PASSWORD: 'x' } });
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(/problem +configuration: PORT/);
    expect(wrong.out).toMatch(/problem +configuration: PARLEY_OWNER_PASSWORD/);
    const unreachable = await parley(['doctor'], { environment: { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' } });
    expect(unreachable.code).toBe(1);
    expect(unreachable.out).toMatch(/problem +database: it cannot be reached.*\n +See that PostgreSQL runs/);
  });

  it('finds a database that accepts no writes', async () => {
    const readOnly = new URL(world.databaseUrl);
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
    const { code, out } = await parley(['doctor'], { environment: { DATABASE_URL: readOnly.href } });
    expect(code).toBe(1);
    expect(out).toMatch(/^problem +writing: the database takes no writes: .*read-only transaction\n +Make room/m);
  });

  it('finds a transaction that delays events', async () => {
    const { Client } = await import('pg');
    const client = new Client({ connectionString: world.databaseUrl, application_name: 'dawdler' });
    await client.connect();
    await client.query(
      "SET idle_in_transaction_session_timeout = 0; BEGIN; SELECT pg_current_xact_id(), now() - interval '1 hour'",
    );
    // Another database may have an older one for a moment.
    await until(async () => {
      const { out } = await parley(['doctor']);
      return /transactions: .*\(dawdler\) has been writing for \d+ s/.test(out);
    });
    await client.query('ROLLBACK');
    await client.end();
  });

  it('finds that transaction also if another role hides its statement', async () => {
    const { Client } = await import('pg');
    await world.sql('GRANT SELECT ON ALL TABLES IN SCHEMA public TO pg_checkpoint');
    const client = new Client({ connectionString: world.databaseUrl, application_name: 'hidden' });
    await client.connect();
    await client.query('BEGIN; SELECT pg_current_xact_id()');
    await ana.ok('PATCH', 'settings', { twenty_four_hour_time: true });
    const plain = new URL(world.databaseUrl);
    plain.searchParams.set('options', '-c role=pg_checkpoint');
    await until(async () => {
      const { out } = await parley(['doctor'], { environment: { DATABASE_URL: plain.href } });
      return /transactions: process \d+ \(hidden\) has been writing for \d+ s;/.test(out);
    });
    await client.query('ROLLBACK');
    await client.end();
  });

  it('finds work without a worker, and old partitions of the event log', async () => {
    await world.withoutWorkers();
    await world.sql(
      "INSERT INTO file_removal (file_key, due_at) VALUES ('attachments/1/x', now() - interval '2 days')",
    );
    await world.sql(`CREATE TABLE event_log_20200101 PARTITION OF event_log
      FOR VALUES FROM ('2020-01-01 00:00:00+00') TO ('2020-01-02 00:00:00+00')`);
    const { code, out } = await parley(['doctor']);
    expect(code).toBe(1);
    expect(out).toMatch(/^problem +workers: 1 row of file_removal due, the first for 1728\d\d s$/m);
    expect(out).toMatch(/^warning +event log: it goes back to 20200101/m);
  });

  it('adds an organization, and lists all', async () => {
    const args = [
      'organization',
      'create',
      'Other',
      '--host',
      'other.example',
      '--owner-email',
      'bert@example.org',
      '--owner-name',
      'Bert',
    ];
    expect((await parley(args)).out).toMatch(
      /^Created Other at http:\/\/other\.example, owned by bert@example\.org\.\nPassword/,
    );
    expect((await parley(args)).complaint).toMatch(/Another organization is at other\.example/);
    const { out } = await parley(['organization', 'show']);
    expect(out).toMatch(/^Parley\n/);
    expect(out).toMatch(/\nOther\n {2}id {6}2\n {2}host {4}other\.example\n[^]*owners {2}bert@example\.org\n$/);
    expect((await parley(['users', 'list'])).complaint).toMatch(/--organization/);
    expect((await parley(['users', 'list', '--organization', 'other.example'])).out).toContain('bert@example.org');
  });
});

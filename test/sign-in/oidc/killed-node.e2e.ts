import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../../support/ports';
import { gone, ROOT, ServerProcess } from '../../support/server-process';
import { World } from '../../support/world';
import { CompanyLogin, Finished } from './company-login';
import { HostileProvider } from './hostile-provider';

const ALLOWED = { PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' };

describe('A node that is killed between the callback and the session', () => {
  let world: World;
  let provider: HostileProvider;
  let login: CompanyLogin;
  let node: ServerProcess;
  beforeAll(async () => {
    world = await World.start(ALLOWED, 1);
    provider = await HostileProvider.start();
    const options = { kind: 'oidc', issuer: provider.issuer, client_id: 'parley', jit: true };
    await world.owner.ok('POST', 'realm/identity_providers', { ...options, slug: 'corp', name: 'Corp' });
    login = new CompanyLogin(world.url, 'corp', provider);
  });
  beforeEach(async () => {
    const environment = { ...ALLOWED, DATABASE_URL: world.databaseUrl, PARLEY_LOG_LEVEL: 'fatal' };
    const command = [process.execPath, join(ROOT, 'dist/apps/server/src/main.js')];
    node = await ServerProcess.run(await freePort(), world.directory, environment, command).ready();
  });
  afterEach(() => (provider.attack = null));
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });

  const person = (sub: string) => ({ sub, email: `${sub}@example.org`, email_verified: true });
  const kill = async () => {
    const pids = await node.tree();
    node.child.kill('SIGKILL');
    await gone(pids);
  };
  /** What there is of the person: accounts, links, sessions with their origins, and logins under way. */
  const tracesOf = async (sub: string) =>
    (
      await world.sql(
        `SELECT (SELECT count(*)::int FROM user_account WHERE delivery_email = $2) AS accounts,
          (SELECT count(*)::int FROM external_identity WHERE subject = $1) AS links,
          (SELECT count(*)::int FROM session_origin WHERE subject = $1) AS origins,
          (SELECT count(*)::int FROM browser_session s JOIN user_account u ON u.id = s.user_id
            WHERE u.delivery_email = $2) AS sessions, (SELECT count(*)::int FROM login_attempt) AS attempts`,
        [sub, `${sub}@example.org`],
      )
    )[0];
  /** The callback arrives at the node that will be killed. */
  const callback = async (sub: string) => {
    const { location, cookie } = await login.begin();
    const query = provider.logIn(location, person(sub));
    const doomed = new CompanyLogin(node.url, 'corp', provider);
    return { query, cookie, underWay: doomed.finish(query, cookie).catch((): Finished | null => null) };
  };
  const comesInAnew = async (sub: string) => {
    const { status, session } = await login.as(person(sub));
    expect([status, await login.statusOf(session!)]).toEqual([302, 200]);
    expect(await tracesOf(sub)).toEqual({ accounts: 1, links: 1, origins: 1, sessions: 1, attempts: 0 });
  };

  it('while it asks the provider leaves nothing, and the login is begun again', async () => {
    provider.attack = 'no answer about the person';
    const { query, cookie, underWay } = await callback('asking');
    while (!provider.asked.includes('/userinfo')) await new Promise(setImmediate);
    await kill();
    expect(await underWay).toBeNull();
    provider.attack = null;
    expect(await tracesOf('asking')).toEqual({ accounts: 0, links: 0, origins: 0, sessions: 0, attempts: 0 });
    expect(await login.finish(query, cookie)).toMatchObject({ status: 401, session: null });
    await comesInAnew('asking');
  });

  it('in the transaction that opens the session leaves no session, and the account is found again', async () => {
    const holder = new Client({ connectionString: world.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM identity_provider FOR NO KEY UPDATE');
    const { underWay } = await callback('entering');
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query LIKE '%FOR SHARE%'`;
    while ((await world.sql(waits)).length === 0) await new Promise(setImmediate);
    await kill();
    expect(await underWay).toBeNull();
    await holder.query('ROLLBACK');
    await holder.end();
    expect(await tracesOf('entering')).toEqual({ accounts: 1, links: 1, origins: 0, sessions: 0, attempts: 0 });
    await comesInAnew('entering');
  });
});

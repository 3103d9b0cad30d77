import { Config } from '@app/platform';
import { RunningServer, startServer } from '../../../apps/server/src/boot';
import { fromNowOn } from '../../support/from-now-on';
import { freePort } from '../../support/ports';
import type { Person } from '../../support/person';
import { World } from '../../support/world';
import { HostileProvider } from '../../sign-in/oidc/hostile-provider';

const PASSWORD = 'a long enough secret';

/** Two nodes on one database: the first is behind a proxy on this machine, the second trusts no proxy. */
describe('rate limits on several nodes', () => {
  let world: World;
  let other: RunningServer;
  let nodes: string[];
  beforeAll(async () => {
    world = await World.start({
      ...{ PARLEY_RATE_LIMITS: 'on', PARLEY_TRUSTED_PROXIES: '127.0.0.1' },
      PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1',
    });
    const environment = {
      PORT: String(await freePort()),
      PARLEY_DATA_DIR: world.directory,
      PARLEY_LOG_LEVEL: 'error',
    };
    other = await startServer(Config.fromEnvironment(environment), world.databaseUrl);
    nodes = [world.url, other.url];
  });
  afterAll(async () => {
    await other.stop();
    await world.stop();
  });

  const ask = async (node: string, path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${node}/api/v1/${path}`, { headers });
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  };
  /** A request as the proxy forwards it. */
  const from = (...addresses: string[]) => ({ 'x-forwarded-for': addresses.join(', ') });
  const remaining = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));
  const logIn = async (node: string, address: string, { email }: Pick<Person, 'email'>, password: string) => {
    const body = new URLSearchParams({ username: email, password });
    const init = { method: 'POST', headers: from(address), body };
    const response = await fetch(`${node}/api/v1/fetch_api_key`, init);
    await response.arrayBuffer();
    return response.status;
  };

  it('count polls that do not wait, which a client could send continuously', async () => {
    const cleo = await world.member('cleo');
    const queue = await cleo.register();
    const path = `events?queue_id=${queue.id}&last_event_id=-1&dont_block=true`;
    const headers = { authorization: cleo.authorization };
    const first = remaining(await ask(nodes[0], path, headers));
    expect(remaining(await ask(nodes[0], path, headers))).toBe(first - 1);
    expect(remaining(await ask(nodes[0], path, headers))).toBe(first - 2);
    for (let left = first - 2; left > 0; left--) await ask(nodes[0], path, headers);
    expect((await ask(nodes[0], path, headers)).status).toBe(429);
  });

  it('bound the logins that one address begins at providers, for which rows are stored', async () => {
    const provider = await HostileProvider.start();
    const options = { kind: 'oidc', slug: 'corp', name: 'Corp', issuer: provider.issuer, client_id: 'parley' };
    await world.owner.ok('POST', 'realm/identity_providers', options);
    const begin = async (address: string) => {
      const path = `${nodes[0]}/accounts/login/social/oidc/corp`;
      const answer = await fetch(path, { redirect: 'manual', headers: from(address) });
      await answer.arrayBuffer();
      return answer.status;
    };
    for (let begun = 0; begun < 300; begun += 60) {
      const some = await Promise.all(Array.from({ length: 60 }, () => begin('198.51.100.71')));
      expect(new Set(some)).toEqual(new Set([302]));
      // The limit of all requests of an address, of which this one is a part, counts for a minute only.
      await world.sql(`DELETE FROM rate_limit WHERE resets_at < now() + interval '2 minutes'`);
    }
    expect([await begin('198.51.100.71'), await begin('198.51.100.71')]).toEqual([429, 429]);
    expect(await world.sql('SELECT count(*)::int AS rows FROM login_attempt')).toEqual([{ rows: 300 }]);
    expect(await begin('198.51.100.72')).toBe(302);
    await provider.stop();
  });

  it('stop an anonymous client that tries paths, without an effect on others and on known paths', async () => {
    const anonymous = '198.51.100.61';
    for (let tries = 0; tries < 100; tries++)
      expect((await ask(nodes[0], `nothing/${tries}`, from(anonymous))).status).toBe(404);
    const refused = await ask(nodes[0], 'nothing', from(anonymous));
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_HIT']);
    expect((await ask(nodes[0], 'nothing', from('198.51.100.62'))).status).toBe(404);
    expect((await ask(nodes[0], 'server_settings', from(anonymous))).status).toBe(200);
  });

  it('stop an anonymous client that requests drawn avatars, not one that requests stored ones', async () => {
    const draw = async (id: number, address: string) => {
      const response = await fetch(`${nodes[0]}/user_avatars/1/drawn/${id}.png`, { headers: from(address) });
      await response.arrayBuffer();
      return response.status;
    };
    const statuses: number[] = [];
    for (let id = 1; id <= 301; id++) statuses.push(await draw(id, '198.51.100.71'));
    expect([statuses.filter((status) => status === 200).length, statuses[300]]).toEqual([300, 429]);
    expect(await draw(1, '198.51.100.71')).toBe(200);
    expect(await draw(301, '198.51.100.72')).toBe(200);
  });

  it('give a user the same number of requests on all of them together, and count each once', async () => {
    const ana = await world.member('ana');
    const headers = { authorization: ana.authorization };
    let left = remaining(await ask(nodes[0], 'users/me', headers));
    for (let turn = 1; left > 0; turn++) {
      const answer = await ask(nodes[turn % 2], 'users/me', headers);
      expect([answer.status, remaining(answer)]).toEqual([200, left - 1]);
      left = remaining(answer);
    }
    for (const node of [...nodes, ...nodes]) {
      const asked = fromNowOn();
      const refused = await ask(node, 'users/me', headers);
      expect([refused.status, refused.body.code, remaining(refused)]).toEqual([429, 'RATE_LIMIT_HIT', 0]);
      const seconds = refused.body['retry-after'] as number;
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(refused.headers.get('retry-after')).toBe(String(Math.ceil(seconds)));
      const reset = Number(refused.headers.get('x-ratelimit-reset'));
      expect(reset - seconds).toEqual(asked());
    }
    const ben = await world.member('ben');
    expect((await ask(nodes[1], 'users/me', { authorization: ben.authorization })).status).toBe(200);
  });

  it('lose no concurrent request', async () => {
    const cem = await world.member('cem');
    const headers = { authorization: cem.authorization };
    const before = remaining(await ask(nodes[0], 'users/me', headers));
    await Promise.all(Array.from({ length: 40 }, (_, turn) => ask(nodes[turn % 2], 'users/me', headers)));
    expect(remaining(await ask(nodes[1], 'users/me', headers))).toBe(before - 41);
  });

  it('start again after their period, and remove old counts', async () => {
    const dan = await world.member('dan');
    const headers = { authorization: dan.authorization };
    await ask(nodes[0], 'users/me', headers);
    await world.sql("UPDATE rate_limit SET resets_at = now() - interval '1 second'");
    expect(remaining(await ask(nodes[1], 'users/me', headers))).toBe(199);
  });

  it('store neither names nor addresses', async () => {
    await ask(nodes[0], 'server_settings', from('203.0.113.77'));
    const rows = await world.sql<{ key: string }>('SELECT key FROM rate_limit');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });

  it('trust the address from a configured proxy only, and only the last one that the proxy did not add itself', async () => {
    const spoofed = (node: string, turn: number) =>
      ask(node, 'server_settings', from(`198.51.100.${turn}`, '203.0.113.9'));
    const first = await spoofed(nodes[0], 1);
    expect(remaining(await spoofed(nodes[0], 2))).toBe(remaining(first) - 1);
    expect(remaining(await ask(nodes[0], 'server_settings', from('203.0.113.10')))).toBe(99);

    const direct = await ask(nodes[1], 'server_settings', from('203.0.113.11'));
    const again = await ask(nodes[1], 'server_settings', from('203.0.113.12'));
    expect(remaining(again)).toBe(remaining(direct) - 1);
    expect(remaining(await ask(nodes[0], 'server_settings', from('203.0.113.11')))).toBe(99);
  });

  it('count all addresses of one subscriber together', async () => {
    const first = await ask(nodes[0], 'server_settings', from('2001:db8:7:7::1'));
    const second = await ask(nodes[0], 'server_settings', from('2001:db8:7:7:aaaa::2'));
    expect(remaining(second)).toBe(remaining(first) - 1);
    expect(remaining(await ask(nodes[0], 'server_settings', from('2001:db8:7:8::1')))).toBe(99);
  });

  it('count password guesses on nodes with a configured proxy, without an effect on other addresses', async () => {
    const eva = await world.member('eva');
    const [here] = nodes;
    const guesses = [];
    for (let turn = 0; turn < 6; turn++) guesses.push(await logIn(here, '203.0.113.66', eva, 'wrong'));
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await logIn(here, '203.0.113.66', eva, PASSWORD)).toBe(429);
    for (let turn = 0; turn < 12; turn++) await logIn(here, `198.51.100.${turn}`, eva, 'wrong');
    expect(await logIn(here, '192.0.2.1', eva, PASSWORD)).toBe(200);
    expect(await logIn(nodes[1], '192.0.2.1', eva, PASSWORD)).toBe(200);
  });

  it('count guesses on all nodes together, and reset with the correct password', async () => {
    const fay = await world.member('fay');
    const direct = async (turn: number, password: string) => {
      const node = nodes[turn % 2];
      return logIn(node, '127.0.0.1', fay, password);
    };
    for (let turn = 0; turn < 4; turn++) expect(await direct(turn, 'wrong')).toBe(401);
    expect(await direct(0, PASSWORD)).toBe(200);
    const statuses = [];
    for (let turn = 0; turn < 6; turn++) statuses.push(await direct(turn, 'wrong'));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await direct(1, PASSWORD)).toBe(429);
  });
});

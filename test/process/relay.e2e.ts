import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/ports';
import { gone, ServerProcess } from '../support/server-process';

const RELAY = ['node', 'scripts/relay.mjs'];

describe('npm run relay', () => {
  const directory = mkdtempSync(join(tmpdir(), 'parley-relay-'));
  let relay: ServerProcess;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    const port = await freePort();
    environment = { PARLEY_RELAY_PORT: String(port), PARLEY_RELAY_DATA_DIR: directory, PARLEY_RELAY_LOG_LEVEL: 'warn' };
    relay = ServerProcess.run(port, directory, environment, RELAY);
    await relay.says(/The push relay is ready[^]*\n\n/);
  });
  afterAll(async () => {
    await relay.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const command = async (...args: string[]) => {
    const child = ServerProcess.run(0, directory, environment, [...RELAY, ...args]);
    return { code: await child.exited, output: child.output };
  };

  it('needs no setting: it creates its database, its secret and a first key, and lists closed transports', async () => {
    expect(relay.output).toMatch(/key for apps {2}[A-Za-z0-9+/]{43}=/);
    expect(relay.output).toContain('organizations add');
    expect((await (await fetch(`${relay.url}/ready`)).json()) as object).toMatchObject({ status: 'ok' });
    expect(statSync(join(directory, 'secret-key')).mode & 0o777).toBe(0o600);
  });

  it('has commands that work while it runs', async () => {
    const { code, output } = await command('organizations', 'add', 'Example Ltd');
    expect(code).toBe(0);
    const [, id] = /ORG_ID=(\S+)/.exec(output)!;
    const [, key] = /ORG_KEY=(\S+)/.exec(output)!;
    const answer = await fetch(`${relay.url}/api/v1/remotes/push/e2ee/notify`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ realm_uuid: id, push_requests: [] }),
    });
    expect(await answer.json()).toMatchObject({ code: 'MISSING_REMOTE_REALM' });
  });

  it('reports wrong settings in one sentence', async () => {
    const child = ServerProcess.run(0, directory, { ...environment, PARLEY_RELAY_PORT: 'http' }, RELAY);
    expect(await child.exited).toBe(1);
    expect(child.output).toContain('PARLEY_RELAY_PORT is "http", expected a port number');
    expect(child.output).not.toContain('    at ');
  });

  it('stops on a signal, with its database', async () => {
    const tree = await relay.tree();
    expect(await relay.stop()).toBe(0);
    await gone(tree);
  });

  it('reports that its database has stopped, and ends', async () => {
    relay = ServerProcess.run(relay.port, directory, environment, RELAY);
    await relay.says(/The push relay is ready/);
    process.kill(Number(readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    expect(await relay.exited).toBe(1);
    expect(relay.output).toMatch(/PostgreSQL has ended by itself/);
  });
});

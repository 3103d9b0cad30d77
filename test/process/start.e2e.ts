import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/ports';
import { gone, ROOT, ServerProcess } from '../support/server-process';

/** The first steps of an operator, and failures, with the real commands. */
describe('npm start', () => {
  let directory: string;
  const running: ServerProcess[] = [];
  const start = async (port?: number, environment: NodeJS.ProcessEnv = {}) => {
    const server = ServerProcess.run(port ?? (await freePort()), join(directory, 'data'), environment);
    running.push(server);
    return server;
  };
  const makeDirectory = () => {
    directory = mkdtempSync(join(tmpdir(), 'parley start ')); // with a space
  };
  const stopAll = async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
    rmSync(directory, { recursive: true, force: true });
  };

  const credentials = () => {
    const text = readFileSync(join(directory, 'data', 'zuliprc'), 'utf8');
    const field = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)![1];
    return { email: field('email'), key: field('key'), site: field('site') };
  };
  const ask = (path: string, init: RequestInit = {}) => {
    const { email, key, site } = credentials();
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
    return fetch(`${site}/api/v1/${path}`, { ...init, headers: { authorization } });
  };

  describe('on one data directory', () => {
    /** Each test leaves one running; a start takes seconds, and the first one makes a database too. */
    let server: ServerProcess;
    beforeAll(async () => {
      makeDirectory();
      server = await (await start()).ready();
    });
    afterAll(stopAll);

    it('prints its address, a password once, and a command that works', async () => {
      await server.says(/content='Hello, Parley!'/);
      expect(server.output).toContain(`Parley is ready at ${server.url}`);
      expect(server.output).not.toMatch(/Warning: /);
      const { email, key, site } = credentials();
      expect(site).toBe(server.url);
      expect(statSync(join(directory, 'data', 'zuliprc')).mode & 0o777).toBe(0o600);
      expect(server.output).not.toContain(key);

      const command = /Say hello:\n([^]*Parley!')/.exec(server.output)![1];
      const answer = execFileSync('bash', ['-c', command], {
        encoding: 'utf8',
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      expect(JSON.parse(answer)).toMatchObject({ result: 'success', id: expect.any(Number) });

      const password = /password\s+(\S+)/.exec(server.output)![1];
      const login = await fetch(`${server.url}/api/v1/fetch_api_key`, {
        method: 'POST',
        body: new URLSearchParams({ username: email, password }),
      });
      expect(await login.json()).toMatchObject({ result: 'success', email });
    });

    it('refuses a data directory of a running server, with a message', async () => {
      const second = await start();
      expect(await second.exited).not.toBe(0);
      expect(second.output).toMatch(/in use/);
      expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    });

    it('accepts a thousand connections while it is busy, so that a balancer does not take it for dead', async () => {
      const postgres = Number(
        readFileSync(join(directory, 'data', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
      );
      const stopped = (await server.tree()).filter((pid) => pid !== postgres);
      for (const pid of stopped) process.kill(pid, 'SIGSTOP');
      const sockets = Array.from({ length: 1_000 }, () =>
        connect(server.port, '127.0.0.1').on('error', () => undefined),
      );
      const connected = sockets.map((socket) => once(socket, 'connect', { signal: AbortSignal.timeout(60_000) }));
      const outcomes = await Promise.allSettled(connected);
      for (const socket of sockets) socket.destroy();
      for (const pid of stopped) process.kill(pid, 'SIGCONT');
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
      expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    });

    it('keeps all data over a restart, and stops within ten seconds although a client waits for events', async () => {
      const first = server;
      const sent = await ask('messages', {
        method: 'POST',
        body: new URLSearchParams({ type: 'stream', to: 'general', topic: 't', content: 'kept' }),
      });
      const { id } = (await sent.json()) as { id: number };
      const { queue_id } = (await (await ask('register', { method: 'POST' })).json()) as { queue_id: string };
      const waiting = ask(`events?queue_id=${queue_id}&last_event_id=-1`);
      await new Promise(setImmediate);
      const began = Date.now();
      expect(await first.stop()).toBe(0);
      expect(Date.now() - began).toBeLessThan(10_000);
      const answer = await waiting.then((response) => response.json()).catch(() => null);
      if (answer) expect(answer).toMatchObject({ events: [{ type: 'heartbeat' }] });

      server = await (await start(first.port)).ready();
      expect(server.output).not.toMatch(/password/);
      expect(await (await ask(`messages/${id}`)).json()).toMatchObject({ raw_content: 'kept' });
      const events = await ask(`events?queue_id=${queue_id}&last_event_id=-1&dont_block=true`);
      expect(events.status).toBe(200);
    });

    it.each(['npm', 'node'])('leaves no process behind when %s is killed, and recovers', async (victim) => {
      const first = server;
      const tree = await first.tree();
      const target =
        victim === 'npm'
          ? first.child.pid!
          : tree.find((pid) =>
              /apps\/server\/src\/main|scripts\/start/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
            )!;
      process.kill(target, 'SIGKILL');
      await gone(tree);
      server = await (await start(first.port)).ready();
      expect((await ask('users/me')).status).toBe(200);
    });
  });

  describe('on an empty data directory', () => {
    beforeAll(makeDirectory);
    afterAll(stopAll);

    it('lists every error of its configuration and starts nothing', async () => {
      const server = await start(undefined, { PARLEY_RATE_LIMITS: 'perhaps', PARLEY_BASE_URL: 'chat' });
      expect(await server.exited).not.toBe(0);
      expect(server.output).toMatch(/PARLEY_BASE_URL[^]*PARLEY_RATE_LIMITS/);
      expect(existsSync(join(directory, 'data', 'postgres'))).toBe(false);
    });
  });
});

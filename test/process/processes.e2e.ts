import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../support/ports';
import { gone, ServerProcess } from '../support/server-process';

/** Several processes on one machine, with the real command. */
describe('npm start with PARLEY_PROCESSES', () => {
  let directory: string;
  let server: ServerProcess;
  let authorization: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'parley-processes-'));
    const environment = { PARLEY_PROCESSES: '2', PARLEY_RATE_LIMITS: 'off' };
    server = await ServerProcess.run(await freePort(), join(directory, 'data'), environment).ready();
    const text = readFileSync(join(directory, 'data', 'zuliprc'), 'utf8');
    const field = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)![1];
    authorization = `Basic ${Buffer.from(`${field('email')}:${field('key')}`).toString('base64')}`;
  });
  afterAll(async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  /** Each request on a connection of its own, so that either process may serve it. */
  const ask = async (method: string, path: string, parameters: Record<string, string> = {}) => {
    const body = new URLSearchParams(parameters);
    const inQuery = method === 'GET';
    const response = await fetch(`${server.url}/api/v1/${path}${inQuery ? `?${body}` : ''}`, {
      method,
      headers: { authorization, connection: 'close' },
      ...(inQuery ? {} : { body }),
    });
    return (await response.json()) as Record<string, never>;
  };
  const measured = async () => {
    const text = await (await fetch(`${server.url}/metrics`, { headers: { connection: 'close' } })).text();
    const counts = text.matchAll(/^parley_request_seconds_count\{.*process="(\d)".*\} (\d+)/gm);
    const served = new Map<string, number>();
    for (const [, slot, count] of counts) served.set(slot, (served.get(slot) ?? 0) + Number(count));
    return { text, served };
  };
  const servers = async () => {
    const tree = await server.tree();
    return tree.filter((pid) => {
      const command = existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
      return /apps\/server\/src\/main/.test(command);
    });
  };

  it('prints one greeting, and both processes serve any request and any queue', async () => {
    expect(server.output.match(/Parley is ready/g)).toHaveLength(1);
    expect(server.output).toMatch(/password +\S+/);
    expect(await servers()).toHaveLength(2);
    const { queue_id } = await ask('POST', 'register', { event_types: '["message"]' });
    const sent: number[] = [];
    const heard: number[] = [];
    for (let turn = 0; turn < 8; turn++)
      sent.push((await ask('POST', 'messages', { type: 'stream', to: 'general', topic: 't', content: 'x' })).id);
    let last = '-1';
    while (heard.length < sent.length) {
      const { events } = await ask('GET', 'events', { queue_id, last_event_id: last });
      for (const { id, message } of events as { id: number; message: { id: number } }[]) {
        last = String(id);
        heard.push(message.id);
      }
    }
    expect(heard).toEqual(sent);
  });

  it('serves metrics of both processes, labelled, from either', async () => {
    const { text, served } = await measured();
    expect([...served.keys()].sort()).toEqual(['1', '2']);
    expect(Math.min(...served.values())).toBeGreaterThan(0);
    expect(text).toMatch(/^parley_event_queues\{process="2"\} \d+$/m);
    expect(text.match(/^# TYPE parley_request_seconds /gm)).toHaveLength(1);
  });

  it('continues when one process is killed, and starts another one', async () => {
    const [victim] = await servers();
    process.kill(victim, 'SIGKILL');
    await gone([victim]);
    for (let turn = 0; turn < 6; turn++) expect(await ask('GET', 'users/me')).toMatchObject({ result: 'success' });
    while ((await measured()).served.size < 2) await delay(50); // Only the limit of the test ends the wait: a start takes seconds.
    expect(server.output).toMatch(/a process ended, and is started again/);
    expect(await servers()).not.toContain(victim);
  });

  it('ends all its processes', async () => {
    const tree = await server.tree();
    expect(await server.stop()).toBe(0);
    await gone(tree);
  });
});

describe('npm start with PARLEY_PROCESSES after a kill', () => {
  it('leaves no process behind', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'parley-processes-'));
    const environment = { PARLEY_PROCESSES: '2' };
    const server = await ServerProcess.run(await freePort(), join(directory, 'data'), environment).ready();
    const tree = await server.tree();
    process.kill(server.child.pid!, 'SIGKILL');
    await gone(tree);
    rmSync(directory, { recursive: true, force: true });
  });
});

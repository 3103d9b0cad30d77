import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from '../support/installed';
import { freePort } from '../support/ports';
import { gone, ServerProcess } from '../support/server-process';

const balancers = isInstalled('nginx') ? ['nginx', 'own'] : ['own'];

/** What `npm run scale` starts on one machine; nodes are killed during load. */
describe.each(balancers)('several nodes behind the balancer "%s"', (balancer) => {
  let directory: string;
  let server: ServerProcess;
  let authorization: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'parley scale '));
    const command = ['node', 'scripts/nodes.mjs', '--nodes', '2', '--balancer', balancer];
    const environment = { PARLEY_RATE_LIMITS: 'off' };
    server = await ServerProcess.run(await freePort(), join(directory, 'data'), environment, command).ready();
    const text = readFileSync(join(directory, 'data', 'zuliprc'), 'utf8');
    const field = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)![1];
    expect(field('site')).toBe(server.url);
    authorization = `Basic ${Buffer.from(`${field('email')}:${field('key')}`).toString('base64')}`;
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const nodes = () =>
    [...server.output.matchAll(/node \d: port (\d+), pid (\d+)/g)].map(([, port, pid]) => ({
      url: `http://127.0.0.1:${port}`,
      pid: Number(pid),
    }));
  const ask = async (path: string, init: RequestInit = {}, base = server.url) => {
    const headers = { authorization, ...init.headers };
    return fetch(`${base}/api/v1/${path}`, { ...init, headers });
  };
  const send = async (content: string) => {
    const body = new URLSearchParams({ type: 'stream', to: 'general', topic: 't', content });
    const response = await ask('messages', { method: 'POST', body });
    return { status: response.status, body: (await response.json()) as { id: number } };
  };
  const events = async (queueId: string, last: number) => {
    const query = new URLSearchParams({ queue_id: queueId, last_event_id: String(last) });
    const { events: found } = (await (await ask(`events?${query}`)).json()) as {
      events: { id: number; type: string; message: { id: number } }[];
    };
    return found;
  };

  it('print one greeting, and serve requests in turns', async () => {
    await server.says(/Say hello/);
    expect(server.output.match(/password/g)).toHaveLength(1);
    expect(nodes()).toHaveLength(2);
    for (let turn = 0; turn < 10; turn++) expect((await ask('users/me')).status).toBe(200);
    for (const { url } of nodes()) {
      const text = await (await fetch(`${url}/metrics`)).text();
      const [, count] = /parley_request_seconds_count\{method="GET",route="\/api\/v1\/users\/me".*\} (\d+)/.exec(text)!;
      expect(Number(count)).toBe(5);
    }
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });

  it("use the client's address of the balancer, and of no other proxy", async () => {
    const spoofed = await ask('users/me', { headers: { 'x-forwarded-for': '198.51.100.1' } });
    expect(spoofed.status).toBe(200);
    const body = new URLSearchParams({ username: 'nobody@example.org', password: 'wrong' });
    const login = { method: 'POST', body, headers: { authorization: '', 'x-forwarded-for': '198.51.100.2' } };
    expect((await ask('fetch_api_key', login)).status).toBe(401);
    const { entries } = (await (await ask('audit_log?limit=5')).json()) as { entries: { address: string }[] };
    expect(entries[0].address).toBe('127.0.0.1');
  });

  it('lose and repeat no acknowledged message when a node is killed, and restart it', async () => {
    const register = await ask('register', {
      method: 'POST',
      body: new URLSearchParams({ event_types: '["message"]' }),
    });
    const { queue_id } = (await register.json()) as { queue_id: string };
    const sent: number[] = [];
    const heard: number[] = [];
    let last = -1;
    const hear = async () => {
      for (const { id, type, message } of await events(queue_id, last)) {
        last = id;
        if (type === 'message') heard.push(message.id);
      }
    };
    for (let turn = 0; turn < 20; turn++) {
      if (turn === 6) process.kill(nodes()[0].pid, 'SIGKILL');
      const answer = await send(`message ${turn}`).catch(() => null);
      if (answer?.status === 200) sent.push(answer.body.id);
    }
    expect(sent.length).toBeGreaterThan(15);
    while (!sent.every((id) => heard.includes(id))) await hear();
    expect(new Set(heard).size).toBe(heard.length);
    await server.says(/\[node 1\] ended \(SIGKILL\), and is started again[^]*\[node 1\] is back/);
    expect((await ask('users/me', {}, nodes()[0].url)).status).toBe(200);
  });

  it('end all processes, even after a kill', async () => {
    const tree = await server.tree();
    if (balancer === 'nginx') server.child.kill('SIGKILL');
    else expect(await server.stop()).toBe(0);
    await gone(tree);
  });
});

import { type EmbeddedPostgres, startEmbeddedPostgres } from '@app/platform';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeProcess } from '../scale/node-process';
import { freePort } from '../support/ports';
import { until } from '../support/until';

/** A node whose database is stopped, and started again. */
describe('a node without its database', () => {
  const directory = mkdtempSync(join(tmpdir(), 'parley-maintenance-'));
  let port: number;
  let postgres: EmbeddedPostgres;
  let node: NodeProcess;

  // A slow stop is cut short. Commits that are lost then look like an older state of the database, for which nodes end.
  const settings = { synchronous_commit: 'on' };
  const startPostgres = () =>
    startEmbeddedPostgres({ dataDirectory: join(directory, 'database'), durable: false, port, settings });
  beforeAll(async () => {
    port = await freePort();
    postgres = await startPostgres();
    node = NodeProcess.start(await freePort(), {
      DATABASE_URL: postgres.url,
      PARLEY_DATA_DIR: join(directory, 'node'),
      PARLEY_LOG_LEVEL: 'fatal',
      NODE_ENV: 'test',
    });
    await node.ready();
  });
  afterAll(async () => {
    await node?.kill();
    await postgres?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const asked = (path: string, accept: string) => fetch(node.url + path, { headers: { accept }, redirect: 'manual' });
  const statusOf = async (path: string) => {
    const response = await asked(path, 'text/html');
    await response.arrayBuffer();
    return response.status;
  };

  it('shows browsers a page of maintenance, and answers programs as before', async () => {
    expect(await statusOf('/login/')).toBe(200);
    await postgres.stop();
    await until(async () => (await statusOf('/login/')) === 503);
    for (const path of ['/login/', '/accounts/unsubscribe/missed_messages/abc', '/user_uploads/1/aa/bb/c.txt']) {
      const page = await asked(path, 'text/html,*/*;q=0.8');
      const text = await page.text();
      expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
      expect(Number(page.headers.get('retry-after'))).toBe(30);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain('<h1>Maintenance</h1>');
      expect(text).not.toContain('<script');
    }
    const answer = await asked('/api/v1/server_settings', 'text/html');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({ result: 'error', code: 'SERVER_NOT_READY' });
    postgres = await startPostgres();
    await until(async () => (await statusOf('/login/')) === 200);
  });
});

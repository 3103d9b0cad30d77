import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { ClientRequest, IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import type { NodeProcess } from '../scale/node-process';
import { query } from '../support/database-contents';
import { NodeHost } from '../support/node-host';
import { until } from '../support/until';

const MIB = 1024 * 1024;

/** A node is killed during an upload, as by the kernel or a power cut, or stopped by a signal. */
describe('a node that ends during an upload', () => {
  let host: NodeHost;
  let databaseUrl: string;
  let node: NodeProcess;
  let authorization: string;
  beforeAll(async () => {
    host = await NodeHost.open();
    ({ databaseUrl } = host);
    node = await host.startNode();
    authorization = await host.authorization(node);
  });
  afterAll(() => host.close());

  const uploads = () => join(host.directory, 'uploads');
  const drafts = () => (existsSync(join(uploads(), '.drafts')) ? readdirSync(join(uploads(), '.drafts')) : []);
  const kept = () =>
    readdirSync(uploads(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  const whole = async (name: string, size: number): Promise<string> => {
    const body = new FormData();
    body.append('file', new Blob([Buffer.alloc(size, name)]), name);
    const response = await fetch(`${node.url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: { authorization },
      body,
    });
    return ((await response.json()) as { url: string }).url;
  };
  /** A form whose file never ends. */
  const begin = (): ClientRequest => {
    const sending = request(`${node.url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
    });
    sending.on('error', () => undefined); // The node is killed.
    sending.write('--x\r\ncontent-disposition: form-data; name="f"; filename="half"\r\n\r\n');
    sending.write(Buffer.alloc(18 * MIB, 'half'));
    return sending;
  };

  it('keeps answered uploads, has no row of others, and removes orphans soon', async () => {
    const urls = await Promise.all(['one', 'two'].map((name) => whole(name, MIB)));
    begin();
    await until(() => drafts().length === 1);
    await until(async () => (await query(databaseUrl, 'SELECT FROM upload_draft WHERE reserved > 0')).length === 1);
    node = await host.restart(node);
    await node.ready();

    for (const [index, url] of urls.entries()) {
      const response = await fetch(node.url + url, { headers: { authorization } });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.equals(Buffer.alloc(MIB, ['one', 'two'][index]))).toBe(true);
    }
    expect(await query(databaseUrl, 'SELECT name FROM attachment ORDER BY name')).toEqual([
      { name: 'one' },
      { name: 'two' },
    ]);
    expect(await query(databaseUrl, 'SELECT used::int AS used, reserved > 0 AS reserves FROM upload_space')).toEqual([
      { used: 2 * MIB, reserves: true },
    ]);

    // As if it were due: the reserved bytes are free again.
    await query(databaseUrl, "UPDATE upload_draft SET due_at = now() - interval '1 second'");
    node = await host.restart(node);
    await node.ready();
    await until(async () => (await query(databaseUrl, 'SELECT FROM upload_draft')).length === 0);
    expect(await query(databaseUrl, 'SELECT used::int AS used, reserved::int AS reserved FROM upload_space')).toEqual([
      { used: 2 * MIB, reserved: 0 },
    ]);
    await until(async () => (await query(databaseUrl, 'SELECT FROM file_removal')).length === 0);
    expect(kept().filter((name) => !drafts().includes(name))).toHaveLength(2);
  });

  it('never leaves a row without its file, at any time of the kill', async () => {
    for (let round = 0; round < 3; round++) {
      const under = Array.from({ length: 6 }, (_, index) => whole(`r${round}.${index}`, MIB).catch(() => null));
      await Promise.race(under);
      node = await host.restart(node);
      const urls = await Promise.all(under);
      await node.ready();
      const rows = await query<{ path: string; key: string; size: number }>(
        databaseUrl,
        'SELECT path_id AS path, file_key AS key, size::int AS size FROM attachment',
      );
      for (const { key } of rows) expect(existsSync(join(uploads(), key))).toBe(true);
      for (const url of urls) if (url) expect(rows.map(({ path }) => `/user_uploads/${path}`)).toContain(url);
    }
  });

  it('refuses running uploads on a signal, and releases their bytes', async () => {
    const reserving = () => query(databaseUrl, 'SELECT FROM upload_draft WHERE reserved > 0');
    const sending = begin();
    const answer = once(sending, 'response') as Promise<[IncomingMessage]>;
    const trickle = setInterval(() => sending.write('more'), 50);
    await until(async () => (await reserving()).length === 1);
    const code = await node.stop();
    clearInterval(trickle);
    expect(code).toBe(0);
    expect((await answer)[0].statusCode).toBe(503);
    expect(await reserving()).toHaveLength(0);
    node = await host.restart(node);
    await node.ready();
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeProcess } from '../scale/node-process';
import { query } from '../support/database-contents';
import { newDatabase } from '../support/databases';
import { freePort } from '../support/ports';
import { until } from '../support/until';

jest.setTimeout(60_000);

const MESSAGES = 3_000;
const BATCH = 100;

/** A node is killed while it deletes a topic, as by the kernel or a power cut. */
describe('a topic whose deletion is cut off', () => {
  let directory: string;
  let databaseUrl: string;
  let node: NodeProcess;
  let authorization: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'parley-killed-'));
    databaseUrl = await newDatabase();
    node = NodeProcess.start(await freePort(), {
      DATABASE_URL: databaseUrl,
      PARLEY_DATA_DIR: directory,
      PARLEY_OWNER_EMAIL: 'olivia@example.org',
      PARLEY_OWNER_PASSWORD: 'a long enough secret',
      PARLEY_DEV_LOGIN: '1',
      PARLEY_RATE_LIMITS: 'off',
      PARLEY_LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
    });
    await node.ready();
    const { email, api_key: key } = await ask('POST', 'dev_fetch_api_key', { username: 'olivia@example.org' });
    authorization = `Basic ${Buffer.from(`${email as string}:${key as string}`).toString('base64')}`;
  });
  afterAll(async () => {
    await node.kill();
    rmSync(directory, { recursive: true, force: true });
  });

  async function ask(method: string, path: string, parameters: Record<string, string> = {}) {
    const body = new URLSearchParams(parameters);
    const headers: Record<string, string> = authorization ? { authorization } : {};
    const url = `${node.url}/api/v1/${path}${method === 'GET' ? `?${body}` : ''}`;
    const response = await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body }) });
    return (await response.json()) as Record<string, unknown>;
  }
  const left = async (): Promise<number[]> => {
    const rows = await query(databaseUrl, "SELECT id::int AS id FROM message WHERE topic = 't' ORDER BY id");
    return rows.map(({ id }) => id as number);
  };

  it('is deleted as far as it came, newest first, and wholly the next time; everybody hears of each message once', async () => {
    const { stream_id: id } = await ask('GET', 'get_stream_id', { stream: 'general' });
    const sent = await ask('POST', 'messages', { type: 'stream', to: String(id), topic: 't', content: 'x' });
    await query(
      databaseUrl,
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, client, sent_at)
       SELECT nextval('message_id_seq'), organization_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, client, sent_at FROM message, generate_series(2, ${MESSAGES}) WHERE id = ${sent.id as number}`,
    );
    const all = await left();
    const capabilities = { notification_settings_null: true, bulk_message_deletion: true };
    const { queue_id } = await ask('POST', 'register', {
      event_types: '["delete_message"]',
      client_capabilities: JSON.stringify(capabilities),
    });
    const path = `streams/${id as number}/delete_topic`;
    const cutOff = ask('POST', path, { topic_name: 't' }).catch(() => 'no answer');
    await until(async () => (await left()).length < MESSAGES - 2 * BATCH);
    node = await node.killAndRestart();
    expect(await cutOff).toBe('no answer');
    await node.ready();

    const rest = await left();
    expect(rest.length).toBeGreaterThan(0);
    expect((MESSAGES - rest.length) % BATCH).toBe(0);
    expect(rest).toEqual(all.slice(0, rest.length));
    expect(await ask('POST', path, { topic_name: 't' })).toMatchObject({ complete: true });
    expect(await left()).toEqual([]);

    const told: number[] = [];
    for (let last = '-1'; told.length < MESSAGES;) {
      const { events } = await ask('GET', 'events', { queue_id: queue_id as string, last_event_id: last });
      for (const { id: eventId, message_ids } of events as { id: number; message_ids?: number[] }[]) {
        last = String(eventId);
        told.push(...(message_ids ?? []));
      }
    }
    expect(told.sort((one, other) => one - other)).toEqual(all);
  });
});

import type { NodeProcess } from '../scale/node-process';
import { query } from '../support/database-contents';
import { NodeHost } from '../support/node-host';
import { until } from '../support/until';

const MESSAGES = 3_000;
const BATCH = 100;

/** A node is killed while it deletes a topic, as by the kernel or a power cut. */
describe('a topic whose deletion is interrupted', () => {
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

  async function ask(method: string, path: string, parameters: Record<string, string> = {}) {
    const body = new URLSearchParams(parameters);
    const headers = { authorization };
    const url = `${node.url}/api/v1/${path}${method === 'GET' ? `?${body}` : ''}`;
    const response = await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body }) });
    return (await response.json()) as Record<string, unknown>;
  }
  const left = async (): Promise<number[]> => {
    const rows = await query(databaseUrl, "SELECT id::int AS id FROM message WHERE topic = 't' ORDER BY id");
    return rows.map(({ id }) => id as number);
  };

  it('is deleted in part, newest first, and completely the next time, with one event for each message', async () => {
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
    node = await host.restart(node);
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

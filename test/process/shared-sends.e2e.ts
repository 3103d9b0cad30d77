import { Client } from 'pg';
import type { NodeProcess } from '../scale/node-process';
import { query } from '../support/database-contents';
import { NodeHost } from '../support/node-host';
import { encode } from '../support/person';
import { until } from '../support/until';

const SENDS = 30;

/** Kills a node in the middle of a transaction that many sends share (ADR 32). */
describe('sends of a node that is killed while they share a transaction', () => {
  let host: NodeHost;
  let databaseUrl: string;
  let node: NodeProcess;
  let authorization: string;
  let channelId: number;
  beforeAll(async () => {
    host = await NodeHost.open();
    ({ databaseUrl } = host);
    node = await host.startNode();
    authorization = await host.authorization(node);
    [{ id: channelId }] = await query<{ id: number }>(databaseUrl, 'SELECT min(id)::int AS id FROM channel');
    await send('begins'); // The first message of a topic has a transaction of its own.
  });
  afterAll(() => host.close());

  /** The id of the message; null: there was no answer. */
  const send = async (content: string): Promise<number | null> => {
    const body = encode({ type: 'stream', to: channelId, topic: 't', content });
    const headers = { authorization, 'idempotency-key': `${content.replace(' ', '-')}-of-many` };
    try {
      const response = await fetch(`${node.url}/api/v1/messages`, { method: 'POST', body, headers });
      return ((await response.json()) as { id?: number }).id ?? null;
    } catch {
      return null;
    }
  };
  const sendAll = () => Promise.all(Array.from({ length: SENDS }, (_, number) => send(`number ${number}.`)));
  const connections = (condition: string) =>
    query<{ query: string }>(
      databaseUrl,
      `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${condition}`,
    );

  it('loses nothing that was acknowledged, and repeats nothing', async () => {
    const holder = new Client({ connectionString: databaseUrl });
    await holder.connect();
    // The rows of the messages are written, and then those of their events cannot be.
    await holder.query('BEGIN; LOCK TABLE event_log IN SHARE MODE');
    const first = sendAll();
    await until(async () => {
      const waiting = await connections("wait_event_type = 'Lock'");
      return waiting.some(({ query: text }) => text.includes('INSERT INTO message') && text.includes('recordset'));
    });
    await node.kill();
    expect(await first).toEqual(Array(SENDS).fill(null));
    await holder.query('COMMIT');
    await holder.end();
    await until(async () => (await connections("application_name = 'parley'")).length === 0);

    node = await host.restart(node);
    await node.ready();
    const [again, oncemore] = [await sendAll(), await sendAll()];
    expect(oncemore).toEqual(again);
    expect(new Set(again).size).toBe(SENDS);
    const stored = await query<{ content: string; id: number }>(
      databaseUrl,
      "SELECT content, id::int FROM message WHERE content LIKE 'number %'",
    );
    expect(new Map(stored.map(({ content, id }) => [content, id]))).toEqual(
      new Map(again.map((id, number) => [`number ${number}.`, id])),
    );
    expect(stored).toHaveLength(SENDS);
  });
});

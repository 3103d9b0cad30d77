import { createHash } from 'node:crypto';
import { Client } from 'pg';
import type { NodeProcess } from '../scale/node-process';
import { query } from '../support/database-contents';
import { NodeHost } from '../support/node-host';
import { encode } from '../support/person';
import { until } from '../support/until';

const SENDS = 30;
const READERS = 12;

/** Kills a node in the middle of a transaction that many share (ADR 32). */
describe('writes of a node that is killed while they share a transaction', () => {
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

  it('loses no reaction that was acknowledged, and none is there twice', async () => {
    const readers = await newcomers();
    const ids = await Promise.all(readers.map((_, at) => send(`answered ${at}.`)));
    const react = async (at: number): Promise<number | null> => {
      const body = encode({ emoji_name: 'heart' });
      const headers = { authorization: readers[at] };
      try {
        return (await fetch(`${node.url}/api/v1/messages/${ids[at]}/reactions`, { method: 'POST', body, headers }))
          .status;
      } catch {
        return null;
      }
    };
    const waiting = async () =>
      (await connections("wait_event_type = 'Lock' AND query LIKE '%INTO event_log%'")).length;
    expect(await react(0)).toBe(200);
    const holder = new Client({ connectionString: databaseUrl });
    await holder.connect();
    // The reactions are written, and then their events cannot be.
    await holder.query('BEGIN; LOCK TABLE event_log IN SHARE MODE');
    const first = [react(1)];
    await until(async () => (await waiting()) === 1);
    for (let at = 2; at < READERS; at++) first.push(react(at));
    await until(async () => (await waiting()) === 3);
    await node.kill();
    expect(await Promise.all(first)).toEqual(Array(READERS - 1).fill(null));
    await holder.query('COMMIT');
    await holder.end();
    await until(async () => (await connections("application_name = 'parley'")).length === 0);

    node = await host.restart(node);
    await node.ready();
    const reacted = () =>
      query<{ count: number }>(databaseUrl, "SELECT count(*)::int FROM reaction WHERE emoji_name = 'heart'");
    expect(await reacted()).toEqual([{ count: 1 }]);
    const again = await Promise.all(readers.map((_, at) => react(at)));
    expect(again).toEqual(readers.map((_, at) => (at === 0 ? 400 : 200)));
    expect(await reacted()).toEqual([{ count: READERS }]);
  });

  /** Users with keys, in the channel. */
  const newcomers = async (): Promise<string[]> => {
    const keys = Array.from({ length: READERS }, (_, at) => at.toString(16).padStart(32, '0'));
    const hashes = keys.map((key) => createHash('sha256').update(key).digest());
    const emails = await query<{ email: string }>(
      databaseUrl,
      `WITH made AS (
         INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
         SELECT (SELECT min(id) FROM organization), e, e, 3, e, 400
         FROM (SELECT 'reader' || n || '@example.org' AS e FROM generate_series(1, $1::int) n) names RETURNING *),
       floors AS (INSERT INTO user_read_state (user_id) SELECT id FROM made),
       numbered AS (SELECT id, email, organization_id, row_number() OVER (ORDER BY id) AS n FROM made),
       keys AS (
         INSERT INTO api_key (organization_id, user_id, client, hash)
         SELECT organization_id, id, 'test', ($2::bytea[])[n] FROM numbered)
       SELECT email FROM numbered ORDER BY n`,
      [READERS, hashes],
    );
    return emails.map(({ email }, at) => `Basic ${Buffer.from(`${email}:${keys[at]}`).toString('base64')}`);
  };
});

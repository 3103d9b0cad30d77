import { EmbeddedPostgres, startEmbeddedPostgres } from '@app/platform';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPostmaster } from '../../libs/platform/src/database/embedded/postmaster-file';
import { NodeProcess } from '../scale/node-process';
import { query } from '../support/database-contents';
import { freePort } from '../support/ports';
import { gone } from '../support/server-process';
import { until } from '../support/until';

const OWNER = 'olivia@example.org';
const USERS = 4_000;
const MARKS = 25_000;
const BOTS = 80;
const CHANNELS = 4_000;

/** Kills a node, or PostgreSQL, during a job of several transactions; commits are durable as in production. */
describe('an interrupted job of several transactions', () => {
  const directory = mkdtempSync(join(tmpdir(), 'parley-jobs-'));
  let port: number;
  let postgres: EmbeddedPostgres;
  let node: NodeProcess;
  let authorization: string;
  let userIds: number[];

  const startPostgres = async () => {
    postgres = await startEmbeddedPostgres({ dataDirectory: join(directory, 'database'), durable: true, port });
  };
  beforeAll(async () => {
    port = await freePort();
    await startPostgres();
    node = NodeProcess.start(await freePort(), {
      DATABASE_URL: postgres.url,
      PARLEY_DATA_DIR: join(directory, 'node'),
      PARLEY_OWNER_EMAIL: OWNER,
      PARLEY_OWNER_PASSWORD: 'a long enough secret',
      PARLEY_DEV_LOGIN: '1',
      PARLEY_RATE_LIMITS: 'off',
      PARLEY_LOG_LEVEL: 'error',
      PARLEY_SMTP_URL: 'smtp://127.0.0.1:1',
      PARLEY_MAIL_FROM: 'chat@example.org',
      PARLEY_PUSH_RELAY_URL: 'http://127.0.0.1:1',
      PARLEY_PUSH_RELAY_ORG_ID: '6f6a1b6e-6c1c-4a52-8f0f-0a7f3f1f2a11',
      PARLEY_PUSH_RELAY_ORG_KEY: 'a'.repeat(64),
      NODE_ENV: 'test',
    });
    await node.ready();
    const body = new URLSearchParams({ username: OWNER });
    const response = await fetch(`${node.url}/api/v1/dev_fetch_api_key`, { method: 'POST', body });
    const { email, api_key: key } = (await response.json()) as { email: string; api_key: string };
    authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
    const made = await sql<{ id: number }>(
      `WITH made AS (
         INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
         SELECT organization_id, n || email, n || delivery_email, 1, 'Person ' || n, 400
         FROM user_account, generate_series(1, ${USERS}) n WHERE delivery_email = '${OWNER}' RETURNING id),
       floors AS (INSERT INTO user_read_state (user_id) SELECT id FROM made)
       SELECT id::int AS id FROM made ORDER BY id`,
    );
    userIds = made.map(({ id }) => id);
    await ask('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'all' }] });
  });
  afterAll(async () => {
    await node?.kill();
    await postgres?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const sql = async <R = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<R[]> =>
    (await query(postgres.url, text, values)) as R[];
  const count = async (from: string, values: unknown[] = []): Promise<number> =>
    (await sql<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`, values))[0].count;
  async function ask(method: string, path: string, parameters: Record<string, unknown> = {}) {
    const entries = Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    const body = new URLSearchParams(Object.fromEntries(entries) as Record<string, string>);
    const response = await fetch(`${node.url}/api/v1/${path}`, { method, headers: { authorization }, body });
    return (await response.json()) as Record<string, unknown>;
  }
  /** The answer, or null if the node died before it. */
  const start = (...request: Parameters<typeof ask>) => ask(...request).catch(() => 'no answer');
  const restart = async () => {
    node = await node.killAndRestart();
    await node.ready();
  };
  /** The ids in the lists of all entries of a kind. */
  const told = async (kind: string): Promise<number[]> => {
    const rows = await sql<{ id: number }>(
      `SELECT jsonb_array_elements(audience -> 'ids')::int AS id FROM event_log WHERE kind = $1 ORDER BY id`,
      [kind],
    );
    return rows.map(({ id }) => id);
  };
  const members = () =>
    count(
      `subscription_period p JOIN channel c ON c.id = p.channel_id
       WHERE c.name = 'all' AND p.user_id = ANY ($1) AND p.to_position > 2 ^ 52`,
      [userIds],
    );
  const isDone = (table: string) => until(async () => (await count(table)) === 0);

  it('subscribes each user once', async () => {
    const answer = start('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'all' }], principals: userIds });
    await until(async () => (await members()) > 0);
    await node.kill();
    expect(await answer).toBe('no answer');
    const before = await members();
    expect([before % 500, before < USERS]).toEqual([0, true]);
    await restart();
    await isDone('membership_change');
    expect(await members()).toBe(USERS);
    expect(await count('subscription_period WHERE user_id = ANY ($1)', [userIds])).toBe(USERS);
    expect(await told('subscription_added')).toEqual(expect.arrayContaining(userIds));
    expect((await told('subscription_added')).filter((id) => id >= userIds[0])).toEqual(userIds);
  });

  it('adds the mails and notifications of a wildcard mention once for each user', async () => {
    await sql(
      `INSERT INTO push_device (organization_id, user_id, push_account_id, token_kind, public_key, device_id)
       SELECT u.organization_id, u.id, 1, 'fcm', sha256(u.id::text::bytea), u.id
       FROM user_account u WHERE u.id = ANY ($1)`,
      [userIds],
    );
    const { id } = await ask('POST', 'messages', {
      type: 'stream',
      to: 'all',
      topic: 'loud',
      content: '@**all** come',
    });
    expect(typeof id).toBe('number');
    const mails = () => count('missed_message WHERE message_id = $1', [id]);
    const pushes = () => count('push_delivery WHERE message_id = $1', [id]);
    await until(async () => (await mails()) + (await pushes()) > 0);
    await node.kill();
    expect((await mails()) + (await pushes())).toBeLessThan(2 * USERS);
    await restart();
    await until(async () => (await mails()) === USERS && (await pushes()) === USERS);
    await isDone('push_due');
    expect([await mails(), await pushes()]).toEqual([USERS, USERS]);
  });

  it('unsubscribes each user once, also after a kill of PostgreSQL', async () => {
    const answer = start('DELETE', 'users/me/subscriptions', { subscriptions: ['all'], principals: userIds });
    await until(async () => (await members()) < USERS);
    const { pid } = readPostmaster(join(directory, 'database', 'postgres'))!;
    process.kill(pid, 'SIGKILL');
    await postgres.stopped;
    await gone([pid]);
    await startPostgres();
    await answer;
    await isDone('membership_change');
    expect(await members()).toBe(0);
    expect((await told('subscription_removed')).filter((id) => id >= userIds[0])).toEqual(userIds);
  });

  it('marks each message as read once, and the rest when the client repeats the request', async () => {
    const { id } = await ask('POST', 'messages', { type: 'stream', to: 'all', topic: 'many', content: 'x' });
    await sql(
      `WITH made AS (
         INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content,
           renderer_version, client, sent_at)
         SELECT nextval('message_id_seq'), organization_id, channel_id, topic, sender_id, content, rendered_content,
           renderer_version, client, sent_at FROM message, generate_series(1, ${MARKS}) WHERE id = $1
         RETURNING id, sender_id)
       INSERT INTO message_flag (user_id, message_id, flags) SELECT sender_id, id, 128 FROM made`,
      [id],
    );
    const marks = () => count('message_flag WHERE flags & 128 <> 0');
    const answer = start('POST', 'mark_all_as_read');
    await until(async () => (await marks()) < MARKS);
    await node.kill();
    expect(await answer).toBe('no answer');
    expect([(await marks()) > 0, (await marks()) % 5_000]).toEqual([true, 0]);
    await restart();
    expect(await ask('POST', 'mark_all_as_read')).toMatchObject({ result: 'success' });
    expect(await marks()).toBe(0);
    const [{ messages, distinct }] = await sql<{ messages: number; distinct: number }>(
      `SELECT count(*)::int AS messages, count(DISTINCT read.id)::int AS distinct FROM (
         SELECT jsonb_array_elements(payload -> 'messageIds') AS id FROM event_log WHERE kind = 'message_flags') read`,
    );
    expect(messages).toBe(distinct);
  });

  it('removes each flag of an unread message of a former subscriber once, and then the subscription', async () => {
    const [, leaver] = userIds;
    const path = 'users/me/subscriptions';
    await ask('POST', path, { subscriptions: [{ name: 'marked' }], principals: [leaver] });
    await ask('POST', path, { subscriptions: [{ name: 'marked' }] });
    const { id } = await ask('POST', 'messages', { type: 'stream', to: 'marked', topic: 'many', content: 'x' });
    await sql(
      `WITH made AS (
         INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content,
           renderer_version, client, sent_at)
         SELECT nextval('message_id_seq'), organization_id, channel_id, topic, sender_id, content, rendered_content,
           renderer_version, client, sent_at FROM message, generate_series(1, ${MARKS}) WHERE id = $1
         RETURNING id)
       INSERT INTO message_flag (user_id, message_id, flags) SELECT $2, id, 128 FROM made`,
      [id, leaver],
    );
    // Other messages are read, so only flags are unread.
    await sql('UPDATE user_read_state SET read_floor = (SELECT max(id) FROM message) WHERE user_id = $1', [leaver]);
    const marks = () => count('message_flag WHERE user_id = $1 AND flags & 128 <> 0', [leaver]);
    const isSubscribed = () => count('subscription_period WHERE user_id = $1 AND to_position > 2 ^ 52', [leaver]);
    const answer = start('DELETE', path, { subscriptions: ['marked'], principals: [leaver] });
    await until(async () => (await marks()) < MARKS);
    await node.kill();
    expect(await answer).toBe('no answer');
    const left = await marks();
    expect([left > 0, left % 5_000, await isSubscribed()]).toEqual([true, 0, 1]);
    await restart();
    await isDone('membership_change');
    expect([await marks(), await isSubscribed()]).toEqual([0, 0]);
    const [{ told, distinct }] = await sql<{ told: number; distinct: number }>(
      `SELECT count(*)::int AS told, count(DISTINCT read.id)::int AS distinct FROM (
         SELECT jsonb_array_elements_text(own -> 'messageIds')::bigint AS id
         FROM event_log, jsonb_array_elements(payload -> 'unread') own
         WHERE kind = 'messages_read_by_leaving' AND (own ->> 'userId')::int = $1) read
       WHERE read.id > $2`,
      [leaver, id],
    );
    expect([told, distinct]).toEqual([MARKS, MARKS]);
  });

  it('deactivates each bot once', async () => {
    const [owner] = userIds;
    await sql(
      `WITH made AS (
         INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role,
           is_bot, bot_type, bot_owner_id)
         SELECT organization_id, 'bot' || n || email, 'bot' || n || email, 3, 'Bot ' || n, 400, true, 1, id
         FROM user_account, generate_series(1, ${BOTS}) n WHERE id = $1 RETURNING id, organization_id)
       INSERT INTO bot (user_id, organization_id) SELECT id, organization_id FROM made`,
      [owner],
    );
    const active = () => count('user_account WHERE bot_owner_id = $1 AND is_active', [owner]);
    const answer = start('DELETE', `users/${owner}`);
    await until(async () => (await active()) < BOTS);
    await node.kill();
    expect(await answer).toBe('no answer');
    const [left] = await sql<{ bots: number; tasks: number }>(
      `SELECT (SELECT count(*)::int FROM user_account WHERE bot_owner_id = $1 AND is_active) AS bots,
         (SELECT count(*)::int FROM bot_closing) AS tasks`,
      [owner],
    );
    expect(left.bots).toBeGreaterThan(0);
    expect(left.tasks).toBe(left.bots);
    await restart();
    await isDone('bot_closing');
    expect(await active()).toBe(0);
    expect(await count("audit_log WHERE action = 'deactivated'")).toBe(BOTS + 1);
  });

  it('removes a deactivated user from the count of each channel once', async () => {
    const [, , user] = userIds;
    await sql(
      `WITH made AS (
         INSERT INTO channel (organization_id, name, description, rendered_description, permissions)
         SELECT organization_id, 'wide ' || n, '', '', permissions FROM channel, generate_series(1, ${CHANNELS}) n
         WHERE name = 'all' RETURNING id)
       INSERT INTO subscription_period (user_id, channel_id, from_position) SELECT $1, id, 0 FROM made`,
      [user],
    );
    const counted = () => count("channel WHERE name LIKE 'wide %' AND subscriber_count = 1");
    const answer = start('DELETE', `users/${user}`);
    await until(async () => (await counted()) < CHANNELS);
    await node.kill();
    expect(await answer).toBe('no answer');
    const left = await counted();
    expect([left > 0, left % 200]).toEqual([true, 0]);
    await restart();
    await isDone('absence_change');
    expect(await count("channel WHERE name LIKE 'wide %' AND subscriber_count = 0")).toBe(CHANNELS);
    const [{ told, distinct }] = await sql<{ told: number; distinct: number }>(
      `SELECT count(*)::int AS told, count(DISTINCT left_one.channel)::int AS distinct FROM (
         SELECT jsonb_array_elements(payload -> 'channels') AS channel FROM event_log
         WHERE kind = 'subscribers_left' AND payload -> 'userIds' = to_jsonb(ARRAY[$1::int])) left_one`,
      [user],
    );
    expect([told, distinct]).toEqual([CHANNELS, CHANNELS]);
  });
});

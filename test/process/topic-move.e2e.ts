import type { NodeProcess } from '../scale/node-process';
import { query } from '../support/database-contents';
import { NodeHost } from '../support/node-host';
import { until } from '../support/until';

const MESSAGES = 3_000;
/** A topic with one message; larger by hand. */
const FOLLOWERS = Number(process.env.PARLEY_TEST_FOLLOWERS ?? 3_000);
/** Of messages or of users, as `MoveLimits` says. */
const BATCH = 250;

/** A node is killed while it moves a topic, as by the kernel or a power cut. */
describe('an interrupted move', () => {
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
    channelId = (await ask('GET', 'get_stream_id', { stream: 'general' })).stream_id as number;
  });
  afterAll(() => host.close());

  async function ask(method: string, path: string, parameters: Record<string, string> = {}) {
    const body = new URLSearchParams(parameters);
    const headers = { authorization };
    const url = `${node.url}/api/v1/${path}${method === 'GET' ? `?${body}` : ''}`;
    const response = await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body }) });
    return (await response.json()) as Record<string, unknown>;
  }
  const count = async (text: string, values: unknown[] = []): Promise<number> =>
    (await query(databaseUrl, `SELECT count(*)::int AS count FROM ${text}`, values))[0].count as number;
  const messagesIn = (topic: string) => count('message WHERE channel_id = $1 AND topic = $2', [channelId, topic]);
  const send = async (topic: string) =>
    (await ask('POST', 'messages', { type: 'stream', to: String(channelId), topic, content: 'x' })).id as number;
  const copy = (id: number, copies: number) =>
    query(
      databaseUrl,
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, client, sent_at)
       SELECT nextval('message_id_seq'), organization_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, client, sent_at FROM message, generate_series(2, ${copies}) WHERE id = ${id}`,
    );
  const follow = (topic: string, followers: number) =>
    query(
      databaseUrl,
      `WITH made AS (
         INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
         SELECT organization_id, n || email, n || delivery_email, 1, 'Follower ' || n, 400
         FROM user_account, generate_series(1, ${followers}) n WHERE delivery_email = 'olivia@example.org' RETURNING id)
       INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy, updated_at)
       SELECT id, $1, $2, 3, now() FROM made`,
      [channelId, topic],
    );
  const finished = () => until(async () => (await count('move_job')) === 0);

  it.each([
    ['moved', 't', 'u', 'This topic was moved here'],
    ['resolved', 'v', '✔ v', 'has marked this topic as resolved'],
  ])('of a topic that is %s continues in whole batches, and runs once', async (_, from, to, notice) => {
    const first = await send(from);
    await copy(first, MESSAGES);
    const capabilities = { notification_settings_null: true };
    const { queue_id } = await ask('POST', 'register', {
      event_types: '["update_message"]',
      client_capabilities: JSON.stringify(capabilities),
    });
    const cutOff = ask('PATCH', `messages/${first}`, { topic: to, propagate_mode: 'change_all' }).catch(
      () => 'no answer',
    );
    await until(async () => (await messagesIn(to)) > 2 * BATCH);
    node = await host.restart(node);
    expect(await cutOff).toBe('no answer');
    const moved = await messagesIn(to);
    expect([moved % BATCH, (await messagesIn(from)) + moved]).toEqual([1, MESSAGES]);
    expect(moved).toBeLessThan(MESSAGES);
    await node.ready();
    await finished();

    expect(await messagesIn(from)).toBe(0);
    await until(async () => (await messagesIn(to)) === MESSAGES + 1);
    expect(await count('message WHERE topic = $1 AND content LIKE $2', [to, `%${notice}%`])).toBe(1);
    const told: number[] = [];
    for (let last = '-1'; told.length < MESSAGES;) {
      const { events } = await ask('GET', 'events', { queue_id: queue_id as string, last_event_id: last });
      for (const { id, message_ids } of events as { id: number; message_ids?: number[] }[]) {
        last = String(id);
        told.push(...(message_ids ?? []));
      }
    }
    expect([told.length, new Set(told).size]).toEqual([MESSAGES, MESSAGES]);
  });

  it('of a topic with one message moves the policies of each user, once', async () => {
    const id = await send('followed');
    await follow('followed', FOLLOWERS);
    const followers = (topic: string) => count('user_topic WHERE channel_id = $1 AND topic = $2', [channelId, topic]);
    const all = await followers('followed');
    expect(all).toBeGreaterThanOrEqual(FOLLOWERS);
    const cutOff = ask('PATCH', `messages/${id}`, { topic: 'moved', propagate_mode: 'change_all' }).catch(
      () => 'no answer',
    );
    await until(async () => (await followers('moved')) > 2 * BATCH);
    node = await host.restart(node);
    expect(await cutOff).toBe('no answer');
    expect((await followers('followed')) + (await followers('moved'))).toBe(all);
    expect((await followers('moved')) % BATCH).toBe(0);
    await node.ready();
    await finished();
    expect([await followers('followed'), await followers('moved')]).toEqual([0, all]);
    const perUser = await query(
      databaseUrl,
      `SELECT entries, count(*)::int AS users FROM (
         SELECT count(*)::int AS entries FROM event_log
         WHERE kind = 'user_topic_changed' AND payload #>> '{userTopic,topic}' IN ('followed', 'moved')
           AND audience #>> '{ids,0}' <> (SELECT id::text FROM user_account WHERE delivery_email = 'olivia@example.org')
         GROUP BY audience) told GROUP BY 1`,
    );
    expect(perUser).toEqual([{ entries: 2, users: FOLLOWERS }]);
  });
});

import { Client } from 'pg';
import type { NodeProcess } from '../scale/node-process';
import { query } from '../support/database-contents';
import { NodeHost } from '../support/node-host';
import { until } from '../support/until';

const SENDERS = 4;
const EACH = 60;

/** Kills nodes while they send scheduled messages: all are sent, once each and in the author's order. */
describe('scheduled messages of killed nodes', () => {
  let host: NodeHost;
  let databaseUrl: string;
  let nodes: NodeProcess[] = [];
  let channelId: number;
  let ownerId: number;
  beforeAll(async () => {
    host = await NodeHost.open();
    ({ databaseUrl } = host);
    nodes = [await host.startNode()];
    [{ id: channelId }] = await query<{ id: number }>(databaseUrl, 'SELECT min(id)::int AS id FROM channel');
    [{ id: ownerId }] = await query<{ id: number }>(
      databaseUrl,
      'SELECT id::int AS id FROM user_account WHERE NOT is_bot',
    );
    await query(
      databaseUrl,
      `INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
       SELECT organization_id, n || '@example.org', n || '@example.org', 3, 'Sender ' || n, role
       FROM user_account, generate_series(1, $1::int) n WHERE NOT is_bot`,
      [SENDERS],
    );
  });
  afterAll(() => host.close());

  /** So many of each sender, to the channel and to the owner in turn, all due now. */
  const schedule = (topic: string, each: number) =>
    query(
      databaseUrl,
      `INSERT INTO scheduled_message (organization_id, sender_id, channel_id, recipient_ids, topic, content,
         rendered_content, deliver_at, is_read_by_sender, client)
       SELECT organization_id, id, CASE WHEN n % 2 = 0 THEN $1::bigint END, CASE WHEN n % 2 = 1 THEN ARRAY[$4::bigint] END,
              $2, $2 || ' ' || full_name || ' ' || lpad(n::text, 3, '0'), '', now(), true, 'test'
       FROM user_account, generate_series(1, $3::int) n WHERE full_name LIKE 'Sender %' ORDER BY n, id`,
      [channelId, topic, each, ownerId],
    );
  const sent = async (topic: string) =>
    (
      await query<{ content: string }>(databaseUrl, 'SELECT content FROM message WHERE content LIKE $1 ORDER BY id', [
        `${topic} %`,
      ])
    ).map(({ content }) => content);
  const waiting = async () =>
    (await query(databaseUrl, 'SELECT FROM scheduled_message WHERE message_id IS NULL AND failure IS NULL')).length;
  /** As half a minute later: leases of the killed node have expired. */
  /** Rows that a living node holds are left alone: each would wait for the other. */
  const forgetTheDead = () =>
    query(
      databaseUrl,
      `UPDATE scheduled_message SET leased_until = NULL
       WHERE id IN (SELECT id FROM scheduled_message FOR UPDATE SKIP LOCKED)`,
    );
  const expected = (topic: string, each: number) =>
    Array.from({ length: SENDERS }, (_, sender) =>
      Array.from({ length: each }, (__, n) => `${topic} Sender ${sender + 1} ${String(n + 1).padStart(3, '0')}`),
    ).flat();
  const ofSender = (contents: readonly string[], sender: number) =>
    contents.filter((content) => content.includes(`Sender ${sender} `));

  it('are sent once when a node is killed between claim and commit', async () => {
    const holder = new Client({ connectionString: databaseUrl });
    await holder.connect();
    // The claim is written, and then the message cannot be.
    await holder.query('BEGIN; LOCK TABLE message IN SHARE MODE');
    await schedule('held', 1);
    await until(async () => {
      const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO message%'
        AND datname = current_database() AND pid <> pg_backend_pid()`;
      return (await query(databaseUrl, waits)).length === SENDERS;
    });
    await nodes[0].kill();
    await holder.query('COMMIT');
    await holder.end();
    await until(async () => {
      const ofTheDead = `SELECT FROM pg_stat_activity WHERE application_name = 'parley' AND datname = current_database()`;
      return (await query(databaseUrl, ofTheDead)).length === 0;
    });
    // The write may have been sent together with its COMMIT: then all of it is stored, else nothing.
    expect((await sent('held')).length + (await waiting())).toBe(SENDERS);

    nodes = await Promise.all([host.startNode(), host.startNode()]);
    await forgetTheDead();
    await until(async () => (await waiting()) === 0);
    expect((await sent('held')).sort()).toEqual(expected('held', 1));
  });

  it('are sent once and in order when one of two nodes is killed during the sends', async () => {
    await schedule('many', EACH);
    await until(async () => (await sent('many')).length > EACH / 2);
    await nodes[0].kill();
    expect(await waiting()).toBeGreaterThan(0);
    await until(async () => {
      await forgetTheDead();
      return (await waiting()) === 0;
    });
    const contents = await sent('many');
    expect([...contents].sort()).toEqual(expected('many', EACH));
    for (let sender = 1; sender <= SENDERS; sender++) {
      const own = ofSender(contents, sender);
      expect(own).toEqual([...own].sort());
    }
    const [{ claimed }] = await query<{ claimed: number }>(
      databaseUrl,
      `SELECT count(DISTINCT s.message_id)::int AS claimed FROM scheduled_message s JOIN message m ON m.id = s.message_id`,
    );
    expect(claimed).toBe(SENDERS * (EACH + 1));
  });
});

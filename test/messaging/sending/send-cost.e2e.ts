import { Client } from 'pg';
import { Person } from '../../support/person';
import { OF_THE_READER } from '../../support/statements';
import { World } from '../../support/world';

describe('the cost of a send', () => {
  let world: World;
  let ana: Person;

  beforeAll(async () => {
    world = await World.start();
    await world.withoutWorkers();
    ana = await world.member('ana');
    await ana.subscribe(['small', 'large']);
    await world.sql(
      `INSERT INTO subscription_period (user_id, channel_id, from_position)
       SELECT 100000 + n, c.id, nextval('message_id_seq') FROM channel c, generate_series(1, 2000) n WHERE c.name = 'large'`,
    );
  });
  afterAll(() => world.stop());

  /**
   * The statements of the second of two equal requests: the first fills caches, also those of delivery. Reads of
   * the event log, and the statement that wakes other nodes, are left out.
   */
  async function statementsOf(work: () => Promise<unknown>): Promise<{ connection: unknown; text: string }[]> {
    await work();
    await world.settled();
    const sent: { connection: unknown; text: string }[] = [];
    const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      const text = (typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text)
        .replace(/\s+/g, ' ')
        .trim();
      if (!OF_THE_READER.test(text)) sent.push({ connection: this, text });
      return query.apply(this, args as never);
    } as never);
    await work();
    spy.mockRestore();
    return sent;
  }
  const query = Client.prototype.query as (...args: never[]) => unknown;

  /** The statements inside of the transaction, and the others. */
  async function sidesOf(work: () => Promise<unknown>): Promise<{ inside: string[]; outside: string[] }> {
    const sent = await statementsOf(work);
    const { connection } = sent.find(({ text }) => text.startsWith('BEGIN'))!;
    const own = sent.filter((one) => one.connection === connection).map(({ text }) => text);
    const inside = own.slice(
      own.findIndex((text) => text.startsWith('BEGIN')),
      own.indexOf('COMMIT') + 1,
    );
    return { inside, outside: sent.map(({ text }) => text).filter((text) => !inside.includes(text)) };
  }

  it('is one round trip of reads and one of writes in the transaction, for any number of subscribers', async () => {
    const small = await sidesOf(() => ana.send('small', 't', 'plain *text*'));
    expect(small.inside).toEqual([
      expect.stringMatching(/^BEGIN ?;SELECT pg_advisory_xact_lock_shared\(\d+\);SET LOCAL transaction_timeout=\d+$/),
      expect.stringMatching(/^SELECT .* AS "isBegun"/),
      expect.stringMatching(/^WITH own AS MATERIALIZED .* nextval/),
      expect.stringMatching(/^WITH written AS \(INSERT INTO message .*\) INSERT INTO event_log/),
      'COMMIT',
    ]);
    const large = await sidesOf(() => ana.send('large', 't', 'plain *text*'));
    expect(large.inside.slice(1)).toEqual(small.inside.slice(1));
    expect(large.outside).toEqual(small.outside);
  });

  it('reads only account and channel outside of the transaction', async () => {
    const { outside } = await sidesOf(() => ana.send('small', 't', 'plain *text*'));
    expect(outside).toEqual([expect.stringContaining('api_key'), expect.stringContaining('SELECT id FROM channel')]);
    const id = await ana.channelId('small');
    expect((await sidesOf(() => ana.send(id, 't', 'plain *text*'))).outside).toHaveLength(1);
  });

  it('is one more statement with a mention, and no row for other users', async () => {
    const { inside } = await sidesOf(() => ana.send('large', 't', '@**Olivia Owner** @**Ana Example**'));
    expect(inside).toHaveLength(6);
    expect(inside[3]).toMatch(/^INSERT INTO message_flag/);
  });

  it('has no row for users when a large group is mentioned', async () => {
    await world.sql(
      `WITH people AS (
         INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
         SELECT $1, e, e, 3, e, 400 FROM (SELECT 'n' || n || '@example.org' AS e FROM generate_series(1, 200) n) names
         RETURNING id),
       crowd AS (INSERT INTO user_group (organization_id, name) VALUES ($1, 'hundreds') RETURNING id),
       members AS (INSERT INTO user_group_member SELECT crowd.id, people.id FROM crowd, people)
       INSERT INTO subscription_period (user_id, channel_id, from_position)
       SELECT people.id, c.id, nextval('message_id_seq') FROM people, channel c WHERE c.name = 'large'`,
      [world.organizationId],
    );
    await world.sql('UPDATE organization SET permission_version = permission_version + 1');
    const { inside } = await sidesOf(() => ana.send('large', 't', '@*hundreds*'));
    expect(inside).toHaveLength(5);
    expect(inside[3]).toMatch(/^WITH written AS \(INSERT INTO message .* array_agg/);
    const [{ named, rows }] = await world.sql<{ named: number; rows: number }>(
      `SELECT cardinality(named_ids) AS named, (SELECT count(*)::int FROM message_flag WHERE message_id = m.id) AS rows
       FROM message m ORDER BY id DESC LIMIT 1`,
    );
    expect([named, rows]).toEqual([200, 0]);
  });

  it('is one more statement with a local id', async () => {
    const queue_id = '00000000-0000-4000-8000-000000000000';
    let count = 0;
    const named = async () => ana.send('large', 't', 'plain *text*', { queue_id, local_id: String(++count) });
    const { inside, outside } = await sidesOf(named);
    expect(inside).toHaveLength(6);
    expect(inside[3]).toMatch(/^INSERT INTO send_key/);
    expect(outside).toEqual((await sidesOf(() => ana.send('large', 't', 'plain *text*'))).outside);
  });

  it('starts again when the topic gets another policy for the sender, whose lock is needed then', async () => {
    let count = 0;
    const sent = await statementsOf(() => ana.send('large', `new topic ${++count}`, 'plain *text*'));
    expect(sent.map(({ text }) => text.split(/[ ;]+/, 2).join(' '))).toEqual([
      'SELECT CASE', // the account
      'SELECT id', // the channel
      ...['BEGIN SELECT', 'SELECT (SELECT', 'WITH own', 'COMMIT'],
      ...['BEGIN SELECT', 'SELECT (SELECT', 'WITH own', 'INSERT INTO', 'WITH written', 'COMMIT'],
    ]);
  });

  it('is the same for direct messages in an existing conversation', async () => {
    const { inside } = await sidesOf(() => ana.sendTo([world.owner], 'x'));
    expect(inside).toHaveLength(4);
  });

  it('has the same number of statements for a page of one message as of many', async () => {
    const page = (num_before: number) => async () => ana.ok('GET', 'messages', { anchor: 'newest', num_before });
    const counted = async (count: number) => (await statementsOf(page(count))).length;
    await world.owner.subscribe('small');
    for (let n = 0; n < 5; n++) await (n % 2 ? ana : world.owner).send('small', `topic ${n}`, 'x');
    expect(await counted(100)).toBe(await counted(1));
  });
});

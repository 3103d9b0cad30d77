import { Deletions } from '@app/messaging';
import { Client, QueryResult } from 'pg';
import { actorOf } from '../../support/actor';
import type { Person } from '../../support/person';
import { OF_THE_READER } from '../../support/statements';
import { World } from '../../support/world';

/** An entry of the log, beside the content of the message. */
const ENTRY_BYTES = 2_048;
const SUBSCRIBERS = 2_000;
/** The most recipients of a direct conversation. */
const PARTICIPANTS = 300;
const CONTENT = 'a few words';

interface Cost {
  readonly statements: readonly string[];
  readonly rows: number;
}

/** The cost of message events is the same for ten users online and for two thousand (ADR 1). */
describe('the cost of events by the number of users online', () => {
  let world: World;
  let ana: Person;
  const channels = ['open', 'protected'] as const;

  beforeAll(async () => {
    world = await World.start();
    await world.withoutWorkers();
    ana = await world.member('ana');
    await ana.subscribe('open');
    await ana.subscribe('protected', { invite_only: true, history_public_to_subscribers: false });
    await ana.subscribe('few');
    // Ids of a large installation, which take more space in lists.
    await world.sql("SELECT setval(pg_get_serial_sequence('user_account', 'id'), 100000000)");
    await world.sql(
      `WITH people AS (
         INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
         SELECT $1, e, e, 3, e, 400 FROM (SELECT 'n' || n || '@example.org' AS e FROM generate_series(1, $2::int) n) names
         RETURNING id)
       INSERT INTO subscription_period (user_id, channel_id, from_position)
       SELECT people.id, c.id, nextval('message_id_seq') FROM people, channel c WHERE c.name <> 'few'`,
      [world.organizationId, SUBSCRIBERS],
    );
  });
  afterAll(() => world.stop());

  /** Registers one queue with all event types for each of so many users. */
  async function online(count: number): Promise<void> {
    await world.sql('DELETE FROM event_queue');
    const { id } = await ana.register();
    await world.sql(
      `INSERT INTO event_queue
       SELECT (jsonb_populate_record(q, jsonb_build_object('id', gen_random_uuid(), 'user_id', u.id))).*
       FROM event_queue q, (SELECT id FROM user_account WHERE email LIKE 'n%@example.org' ORDER BY id LIMIT $2) u
       WHERE q.id = $1`,
      [id, count],
    );
  }

  const query = Client.prototype.query as (...args: unknown[]) => unknown;
  /**
   * The statements of the second of two equal requests, and of the delivery of its events, without those of the reader of the
   * log.
   */
  async function costOf(work: () => Promise<unknown>): Promise<Cost> {
    await work();
    await world.settled();
    const statements: string[] = [];
    let rows = 0;
    const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      const text = (typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text)
        .replace(/\s+/g, ' ')
        .replace(/lock(_shared)?\(\d+\)/g, 'lock$1')
        .trim();
      const note = (result?: QueryResult | QueryResult[]) => {
        if (!OF_THE_READER.test(text)) rows += [result ?? []].flat().reduce((sum, one) => sum + one.rows.length, 0);
      };
      if (!OF_THE_READER.test(text)) statements.push(text);
      const done = args.at(-1) as (error: Error | null, result?: QueryResult) => void;
      if (typeof done !== 'function') {
        const answer = query.apply(this, args) as Promise<QueryResult>;
        void answer.then(note, () => undefined);
        return answer;
      }
      return query.apply(this, [
        ...args.slice(0, -1),
        (error: Error | null, result?: QueryResult) => (note(result), done(error, result)),
      ]);
    } as never);
    try {
      await work();
      await world.settled();
    } finally {
      spy.mockRestore();
    }
    return { statements: statements.sort(), rows }; // the statements of the delivery at the same time
  }

  const largestEntry = async (after: string): Promise<number> => {
    const [{ size }] = await world.sql<{ size: number }>(
      `SELECT max(octet_length(audience::text) + octet_length(payload::text)) AS size FROM event_log WHERE xid > $1::text::xid8`,
      [after],
    );
    return size;
  };
  const now = async () => (await world.sql<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid'))[0].xid;

  const acts: [string, (channel: string, id: number) => Promise<unknown>][] = [
    ['a reaction', (_, id) => ana.ok('POST', `messages/${id}/reactions`, { emoji_name: 'smile' })],
    ['an edit', (_, id) => ana.ok('PATCH', `messages/${id}`, { content: `${CONTENT} more` })],
    ['a move to another topic', (_, id) => ana.ok('PATCH', `messages/${id}`, { topic: `moved ${id}` })],
    [
      'a move to a channel of a few',
      async (_, id) => {
        const stream_id = await ana.channelId('few');
        await ana.ok('PATCH', `messages/${id}`, { stream_id, send_notification_to_old_thread: false });
      },
    ],
    ['a deletion', (_, id) => ana.ok('DELETE', `messages/${id}`)],
    ['a star', (_, id) => ana.ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'starred' })],
    [
      'typing',
      async () =>
        ana.ok('POST', 'typing', { type: 'stream', stream_id: await ana.channelId('few'), topic: 't', op: 'start' }),
    ],
    [
      'presence',
      () => ana.ok('POST', 'users/me/presence', { status: 'active', new_user_input: true, ping_only: true }),
    ],
  ];

  describe.each(channels)('in the channel "%s" of two thousand', (channel) => {
    it.each(acts)('%s runs the same statements and rows, and writes a small entry', async (_, act) => {
      const costs: Cost[] = [];
      for (const count of [10, SUBSCRIBERS]) {
        await online(count);
        const ids = [await ana.send(channel, 't', CONTENT), await ana.send(channel, 't', CONTENT)];
        const before = await now();
        costs.push(await costOf(() => act(channel, ids.pop()!)));
        expect(await largestEntry(before)).toBeLessThanOrEqual(ENTRY_BYTES + 2 * CONTENT.length);
      }
      const [few, many] = costs;
      expect(many).toEqual(few);
      expect(many.statements.filter((text) => text.includes('event_queue'))).toEqual([]);
    });
  });

  describe('in a direct conversation of many users', () => {
    let to: number[];
    const send = async () => Number((await ana.ok('POST', 'messages', { type: 'direct', to, content: CONTENT })).id);
    const inDirect: typeof acts = [
      ...acts.filter(([name]) => ['a reaction', 'an edit', 'a deletion', 'a star'].includes(name)),
      ['typing', () => ana.ok('POST', 'typing', { type: 'direct', to, op: 'start' })],
      ['typing over a message', (_, id) => ana.ok('POST', `messages/${id}/typing`, { op: 'start' })],
    ];

    beforeAll(async () => {
      const people = await world.sql<{ id: number }>(
        "SELECT id FROM user_account WHERE email LIKE 'n%@example.org' ORDER BY id LIMIT $1",
        [PARTICIPANTS],
      );
      to = people.map(({ id }) => id);
    });

    it.each(inDirect)('%s runs the same statements and rows, and writes a small entry', async (_, act) => {
      const costs: Cost[] = [];
      for (const count of [10, SUBSCRIBERS]) {
        await online(count);
        const ids = [await send(), await send()];
        await world.settled();
        const before = await now();
        costs.push(await costOf(() => act('', ids.pop()!)));
        expect(await largestEntry(before)).toBeLessThanOrEqual(ENTRY_BYTES + 2 * CONTENT.length);
      }
      const [few, many] = costs;
      expect(many).toEqual(few);
      expect(many.statements.filter((text) => text.includes('event_queue'))).toEqual([]);
    });

    it('a deletion of several runs the same statements and rows, and writes a small entry', async () => {
      const actor = await actorOf(world, ana);
      const costs: Cost[] = [];
      for (const count of [10, SUBSCRIBERS]) {
        await online(count);
        const ids: number[] = [];
        while (ids.length < 8) ids.push(await send());
        await world.settled();
        const before = await now();
        costs.push(await costOf(() => world.service(Deletions).delete(actor, ids.splice(0, 4))));
        expect(await largestEntry(before)).toBeLessThanOrEqual(ENTRY_BYTES);
      }
      expect(costs[1]).toEqual(costs[0]);
    });

    it('the typing user is read once for all waiting clients of a node', async () => {
      await send();
      const queues = await Promise.all(Array.from({ length: 12 }, () => ana.register({ event_types: ['typing'] })));
      const { statements } = await costOf(async () => {
        const polls = queues.map((queue) => queue.poll());
        await ana.ok('POST', 'typing', { type: 'direct', to, op: 'start' });
        for (const [event] of await Promise.all(polls)) expect(event.recipients).toHaveLength(PARTICIPANTS + 1);
      });
      expect(statements.filter((text) => text.includes('settings ->> $3'))).toHaveLength(1);
    });
  });

  it('the flags of an edit are read once for all waiting clients of a node', async () => {
    const queues = await Promise.all(
      Array.from({ length: 12 }, () => ana.register({ event_types: ['update_message'] })),
    );
    const id = await ana.send('open', 't', CONTENT);
    await ana.ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    await world.settled();
    const polls = queues.map((queue) => queue.poll());
    const { statements } = await costOf(async () =>
      ana.ok('PATCH', `messages/${id}`, { content: crypto.randomUUID() }),
    );
    expect(statements.filter((text) => text.includes('AS reading (user_id, message_id)')).length).toBeLessThanOrEqual(
      1,
    );
    expect((await Promise.all(polls)).map(([event]) => event.flags)).toEqual(queues.map(() => ['starred']));
  });
});

import type { ChannelId, UserId } from '@app/kernel';
import { Workers } from '@app/platform';
import { LEFT_MARKS, LEFT_UNREAD, PAIRS } from '../../../libs/channels/src/memberships/subscribers.service';
import { MissedMessages, CHUNK } from '../../../libs/messaging/src/mail-notifications/missed-messages.service';
import { READ_BATCH } from '../../../libs/messaging/src/reading/readings.service';
import { ReadStateRepository } from '../../../libs/messaging/src/records/read-state.repository';
import { logOf } from '../../support/audit-log';
import type { Event, EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { changed, follow, unreadsOf } from '../../support/reading';
import { until } from '../../support/until';
import { World } from '../../support/world';

/** Operations whose work grows with the data write a limited part in each transaction. */
describe('large operations', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  const usual = [READ_BATCH.size, CHUNK.size] as const;
  beforeAll(async () => {
    world = await World.start({ PARLEY_SMTP_URL: 'smtp://127.0.0.1:1', PARLEY_MAIL_FROM: 'chat@example.org' });
    [READ_BATCH.size, CHUNK.size] = [20, 10];
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    for (const person of [ana, ben]) await person.subscribe('plans');
  });
  afterAll(async () => {
    [READ_BATCH.size, CHUNK.size] = usual;
    await world.stop();
  });

  /** Copies a message and returns the ids of the copies. */
  const copies = async (id: number, count: number): Promise<number[]> => {
    const rows = await world.sql<{ id: string }>(
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, client, sent_at)
       SELECT nextval('message_id_seq'), organization_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, client, sent_at FROM message, generate_series(1, $2) WHERE id = $1 RETURNING id`,
      [id, count],
    );
    return rows.map((row) => Number(row.id));
  };
  const reads = async (queue: EventQueue) =>
    (await queue.drain())
      .filter(({ type, flag }: Event) => type === 'update_message_flags' && flag === 'read')
      .map(({ messages, all, op }) => ({ op, all, messages: messages as number[] }));
  const unread = async () => (await unreadsOf(ben)).streams.flatMap(({ unread_message_ids: ids }) => ids);

  it('mark a channel as read in batches, oldest first', async () => {
    const first = await ana.send('plans', 'long', 'x');
    const ids = [first, ...(await copies(first, 49))];
    const queue = await follow(ben);
    await ben.ok('POST', 'mark_stream_as_read', { stream_id: await ana.channelId('plans') });
    const told = await reads(queue);
    expect(told.map(({ messages }) => messages.length)).toEqual([20, 20, 10]);
    expect(told.flatMap(({ messages }) => messages)).toEqual(ids);
    expect(await unread()).toEqual([]);
    await expectFreshSnapshot(queue);
  });

  it('mark everything as read, with many flags before it in batches', async () => {
    const first = await ana.send('plans', 'marked', 'x');
    const ids = [first, ...(await copies(first, 49))];
    await changed(ben, 'add', 'read', ids);
    await changed(ben, 'remove', 'read', ids);
    const queue = await follow(ben);
    await ben.ok('POST', 'mark_all_as_read');
    const told = await reads(queue);
    expect(told.slice(0, 2).map(({ messages }) => messages.length)).toEqual([20, 20]);
    expect(told.slice(0, 2).flatMap(({ messages }) => messages)).toEqual(ids.slice(0, 40));
    expect(told).toHaveLength(3);
    expect(await unread()).toEqual([]);
    expect(await world.sql('SELECT FROM message_flag WHERE user_id = $1 AND flags & 128 <> 0', [ben.id])).toEqual([]);
    await expectFreshSnapshot(queue);
  });

  it('keep messages that the user marks as unread meanwhile', async () => {
    const first = await ana.send('plans', 'between', 'x');
    const ids = [first, ...(await copies(first, 99))];
    const queue = await follow(ben);
    const reading = ben.ok('POST', 'mark_topic_as_read', {
      stream_id: await ana.channelId('plans'),
      topic_name: 'between',
    });
    await until(async () => !(await unread()).includes(ids[0]));
    await changed(ben, 'remove', 'read', [ids[0]]);
    await reading;
    expect(await unread()).toEqual([ids[0]]);
    await expectFreshSnapshot(queue);
    await changed(ben, 'add', 'read', [ids[0]]);
  });

  it('subscribe and unsubscribe many users, some in each transaction, with all events', async () => {
    const usual = { ...PAIRS };
    Object.assign(PAIRS, { joining: 6, leaving: 4 });
    const people: Person[] = [];
    for (let at = 0; at < 8; at++) people.push(await world.member(`many${at}`));
    const principals = people.map(({ id }) => id);
    const queues = [await people[0].register({}), await people[7].register({}), await ana.register({})];
    const names = ['open', 'hidden'];
    const body = await world.owner.ok('POST', 'users/me/subscriptions', {
      subscriptions: names.map((name) => ({ name })),
      invite_only: true,
      principals,
    });
    expect(body.subscribed).toEqual(Object.fromEntries(principals.map((id) => [id, names])));
    const writers = await world.sql<{ pairs: number }>(
      `SELECT count(*) AS pairs FROM subscription_period p JOIN channel c ON c.id = p.channel_id
       WHERE c.name = ANY ($1) GROUP BY p.xmin`,
      [names],
    );
    expect(writers.map(({ pairs }) => pairs).sort()).toEqual([2, 2, 6, 6]);
    for (const queue of queues) await expectFreshSnapshot(queue);

    const left = await world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: names, principals });
    expect([(left.removed as string[]).length, left.not_removed]).toEqual([16, []]);
    const ends = await world.sql<{ pairs: number; open: boolean }>(
      `SELECT count(*) AS pairs, p.to_position > 2 ^ 52 AS open FROM subscription_period p
       JOIN channel c ON c.id = p.channel_id WHERE c.name = ANY ($1) GROUP BY p.xmin, open`,
      [names],
    );
    expect(ends).toEqual(Array(4).fill({ pairs: 4, open: false }));
    for (const queue of queues) await expectFreshSnapshot(queue);
    expect(await world.sql('SELECT FROM membership_change')).toEqual([]);
    Object.assign(PAIRS, usual);

    const entries = await logOf(world.owner, { actor_id: world.owner.id, object_type: 'channel' });
    for (const [action, facts] of [
      ['subscribed', 'after'],
      ['unsubscribed', 'before'],
    ] as const) {
      const own = entries.filter((entry) => entry.action === action);
      expect(own.every(({ client, address }) => client === own[0].client && address === own[0].address)).toBe(true);
      expect([own[0].client, own[0].address]).not.toContain(null);
      const recorded = own.map((entry) => entry[facts]!.user_ids as number[]);
      expect(Math.max(...recorded.map(({ length }) => length))).toBeLessThanOrEqual(6);
      expect(recorded.flat().sort((one, other) => one - other)).toEqual(principals.flatMap((id) => [id, id]));
    }
  });

  it('continue subscriptions when the node of the request dies', async () => {
    const usual = { ...PAIRS };
    Object.assign(PAIRS, { joining: 2 });
    const people = [await world.member('first'), await world.member('second'), await world.member('third')];
    const [one, two, three] = people.map(({ id }) => id);
    await world.owner.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'later' }] });
    const channel = await world.owner.channelId('later');
    // What the transaction of a request leaves when its node dies after the commit; one user is deactivated by then.
    await world.owner.ok('DELETE', `users/${two}`);
    await world.sql(
      `INSERT INTO membership_change (organization_id, is_joining, channel_ids, colors, user_ids)
       VALUES ($1, true, $2, '{}', $3), ($1, true, $2, '{}', $4)`,
      [world.organizationId, [channel], [one, two], [three]],
    );
    for (const { app } of world.nodes) app.get(Workers, { strict: false }).nudge('membership_changes');
    await until(async () => (await world.sql('SELECT FROM membership_change')).length === 0);
    const { subscribers } = await world.owner.ok('GET', `streams/${channel}/members`);
    expect(subscribers).toEqual([world.owner.id, one, three]);
    Object.assign(PAIRS, usual);
  });

  it('unsubscribe fewer users in a transaction if they have many unread messages, with an event for each user', async () => {
    const usual = LEFT_UNREAD.most;
    const people: Person[] = [];
    for (let at = 0; at < 5; at++) people.push(await world.member(`leaver${at}`));
    const principals = people.map(({ id }) => id);
    await world.owner.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'busy' }], principals });
    await ana.subscribe('busy');
    for (const person of people) await person.ok('POST', 'mark_all_as_read'); // a notice of the new channel
    const first = await ana.send('busy', 'much', 'x');
    const ids = [first, ...(await copies(first, 29))];
    await changed(people[0], 'add', 'read', ids.slice(10));
    const queues = [await people[0].register({}), await people[4].register({})];
    LEFT_UNREAD.most = 70;
    await world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['busy'], principals });
    LEFT_UNREAD.most = usual;
    const writers = await world.sql<{ pairs: number }>(
      `SELECT count(*) AS pairs FROM subscription_period p JOIN channel c ON c.id = p.channel_id
       WHERE c.name = 'busy' AND p.user_id = ANY ($1) AND p.to_position < 2 ^ 52 GROUP BY p.xmin`,
      [principals],
    );
    expect(writers.map(({ pairs }) => pairs).sort()).toEqual([1, 2, 2]);
    const told = await Promise.all(queues.map(reads));
    expect(told.map((events) => events.flatMap(({ messages }) => messages))).toEqual([ids.slice(0, 10), ids]);
  });

  it('unsubscribe a user with very many unread messages in several transactions', async () => {
    const usual = LEFT_MARKS.most;
    const eve = await world.member('eve');
    await world.owner.ok('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: 'marked' }],
      principals: [eve.id],
    });
    await ana.subscribe('marked');
    const first = await ana.send('marked', 'much', 'x');
    const ids = [first, ...(await copies(first, 24))];
    await eve.ok('POST', 'mark_all_as_read');
    await changed(eve, 'remove', 'read', ids);
    const queue = await follow(eve);
    LEFT_MARKS.most = 10;
    await world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['marked'], principals: [eve.id] });
    LEFT_MARKS.most = usual;
    const told = await reads(queue);
    expect(told.map(({ messages }) => messages.length)).toEqual([10, 10, 5]);
    expect(told.flatMap(({ messages }) => messages)).toEqual(ids);
    expect(await world.sql('SELECT FROM message_flag WHERE user_id = $1 AND flags & 128 <> 0', [eve.id])).toEqual([]);
    await expectFreshSnapshot(queue);
  });

  it('find older unread messages of a user who unsubscribes', async () => {
    const first = await ana.send('plans', 'below', 'x');
    const ids = [first, ...(await copies(first, 9))];
    await ben.ok('POST', 'mark_all_as_read');
    await changed(ben, 'remove', 'read', [first]);
    const channelId = (await ana.channelId('plans')) as ChannelId;
    const found = await world.service(ReadStateRepository).leftUnread(channelId, [ben.id as UserId], 1);
    expect(found).toEqual([{ userId: ben.id, messageIds: [ids[0]] }]);
    await changed(ben, 'add', 'read', [first]);
    const newest = await ana.send('plans', 'below', 'y');
    const newer = await copies(newest, 3);
    await changed(ben, 'add', 'read', newer);
    expect(await world.service(ReadStateRepository).leftUnread(channelId, [ben.id as UserId], 1)).toEqual([
      { userId: ben.id, messageIds: [newest] },
    ]);
    await ben.ok('POST', 'mark_all_as_read');
  });

  it('unsubscribe a user whose subscription is accepted and still in progress', async () => {
    const dan = await world.member('dan');
    await world.owner.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'pending' }] });
    const channel = await world.owner.channelId('pending');
    await world.sql(
      `INSERT INTO membership_change (organization_id, is_joining, channel_ids, colors, user_ids, due_at)
       VALUES ($1, true, $2, '{}', $3, now() + interval '500 ms')`,
      [world.organizationId, [channel], [dan.id]],
    );
    const waker = setInterval(() => {
      for (const { app } of world.nodes) app.get(Workers, { strict: false }).nudge('membership_changes');
    }, 100);
    const request = { subscriptions: ['pending'], principals: [dan.id] };
    const body = await world.owner.ok('DELETE', 'users/me/subscriptions', request);
    clearInterval(waker);
    expect(body.removed).toEqual(['pending']);
    expect(await world.sql('SELECT FROM membership_change')).toEqual([]);
    const { subscribers } = await world.owner.ok('GET', `streams/${channel}/members`);
    expect(subscribers).toEqual([world.owner.id]);
  });

  it('deactivate a user with many bots, and then each bot', async () => {
    const cyn = await world.member('cyn');
    for (let at = 0; at < 8; at++) await cyn.ok('POST', 'bots', { full_name: `Bot ${at}`, short_name: `bot${at}` });
    await world.owner.ok('DELETE', `users/${cyn.id}`);
    const rows = await world.sql<{ active: boolean; writer: string }>(
      'SELECT is_active AS active, xmin AS writer FROM user_account WHERE bot_owner_id = $1 OR id = $1',
      [cyn.id],
    );
    expect(rows.map(({ active }) => active)).toEqual(Array(9).fill(false));
    expect(new Set(rows.map(({ writer }) => writer)).size).toBe(9);
    expect(await world.sql('SELECT FROM bot_closing')).toEqual([]);
    const entries = (await world.owner.ok('GET', 'audit_log', { limit: 20 })).entries as Record<string, unknown>[];
    const closed = entries.filter(({ action }) => action === 'deactivated');
    expect(closed.map(({ actor_id: actorId, client, address }) => [actorId, client, address])).toEqual(
      Array(9).fill([world.owner.id, closed[0].client, closed[0].address]),
    );
    expect([closed[0].client, closed[0].address]).not.toContain(null);
  });

  describe('find the users who get a mail about a message', () => {
    const crowd = 25;
    let ids: number[];
    beforeAll(async () => {
      const rows = await world.sql<{ id: string }>(
        `WITH made AS (
           INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role, settings)
           SELECT $1, e, e, 3, e, 400, '{"wildcard_mentions_notify": true, "enable_offline_email_notifications": true}'
           FROM (SELECT 'crowd' || n || '@example.org' AS e FROM generate_series(1, $2) n) names RETURNING id),
         floors AS (INSERT INTO user_read_state (user_id) SELECT id FROM made)
         SELECT id FROM made ORDER BY id`,
        [world.organizationId, crowd],
      );
      ids = rows.map(({ id }) => Number(id));
      const subscriptions = [{ name: 'crowd' }];
      await world.owner.ok('POST', 'users/me/subscriptions', { subscriptions, principals: ids });
      await world.withoutWorkers();
      await looked();
      await world.sql('DELETE FROM missed_message');
    });

    const worker = (node = 0) => world.nodes[node].app.get(MissedMessages, { strict: false });
    const signal = new AbortController().signal;
    const looked = async (of = worker()) => {
      for (;;) {
        await of.work(signal);
        const [{ isDone }] = await world.sql<{ isDone: boolean }>(
          `SELECT upto >= (SELECT last_value FROM message_id_seq) AS "isDone" FROM missed_message_cursor`,
        );
        if (isDone) return;
      }
    };
    /** The users, and the most rows that one transaction wrote. */
    const missed = async (messageId: number) => {
      const rows = await world.sql<{ user: string; writer: string }>(
        'SELECT user_id AS "user", xmin AS writer FROM missed_message WHERE message_id = $1 ORDER BY user_id',
        [messageId],
      );
      const writers = new Map<string, number>();
      for (const { writer } of rows) writers.set(writer, (writers.get(writer) ?? 0) + 1);
      return { users: rows.map(({ user }) => Number(user)), most: Math.max(0, ...writers.values()) };
    };

    it('in parts', async () => {
      const id = await world.owner.send('crowd', 'loud', '@**all**');
      await looked();
      expect(await missed(id)).toEqual({ users: ids, most: 10 });
    });

    it('continuing where another node stopped, with no user twice', async () => {
      const [one, two] = [
        await world.owner.send('crowd', 'loud', '@**all** one'),
        await world.owner.send('crowd', 'loud', '@**all** two'),
      ];
      const stop = new AbortController();
      // Ends between the first and the second part.
      const stopped = until(async () => {
        if ((await missed(one)).users.length === 0) return false;
        stop.abort();
        return true;
      });
      // An older transaction, of any database, delays the check.
      while (!stop.signal.aborted) await worker().work(stop.signal);
      await stopped;
      const [before] = [(await missed(one)).users];
      await world.sql('DELETE FROM missed_message'); // As if the mails were sent.
      await Promise.all([looked(), looked(worker(world.nodes.length - 1))]);
      expect([...before, ...(await missed(one)).users]).toEqual(before.length < crowd ? ids : before);
      if (before.length < crowd) expect((await missed(two)).users).toEqual(ids);
    });
  });
});

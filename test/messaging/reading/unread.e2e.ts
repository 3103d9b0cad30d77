import type { Event } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { changed, flagsOf, follow, leave, unreadsOf } from '../../support/reading';
import { World } from '../../support/world';

describe('unsubscribing from a channel', () => {
  let world: World;
  let ana: Person;
  let ben: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    for (const person of [ana, ben]) await person.subscribe(['general', 'team']);
  });
  afterAll(() => world.stop());

  it('marks its unread messages as read for good, with an event', async () => {
    const unread = await ana.send('general', 't', '@**Ben Example**');
    const marked = await ana.send('general', 't', 'x');
    const read = await ana.send('general', 't', 'x');
    const elsewhere = await ana.send('team', 't', 'x');
    await changed(ben, 'add', 'read', [marked, read]);
    await changed(ben, 'remove', 'read', [marked]);
    const queue = await follow(ben);
    await leave(ben, 'general');
    const flags = (event: Event) => event.type === 'update_message_flags';
    expect(await queue.until(flags)).toMatchObject({ op: 'add', flag: 'read', messages: [unread, marked] });
    await expectFreshSnapshot(queue);
    for (const id of [unread, marked, read]) expect(await flagsOf(ben, id)).toContain('read');
    await ben.subscribe('general');
    expect(await flagsOf(ben, unread)).toEqual(['mentioned', 'read']);
    expect(await flagsOf(ben, elsewhere)).toEqual([]);
    await expectFreshSnapshot(queue);
  });

  it('sends no event about messages when all were read', async () => {
    const queue = await ana.register();
    const all = [(await unreadsOf(ana)).streams.flatMap(({ unread_message_ids }) => unread_message_ids)].flat();
    await changed(ana, 'add', 'read', all);
    await leave(ana, 'team');
    const events = (await queue.drain()).filter(({ type }) => type === 'update_message_flags');
    expect(events).toMatchObject([{ messages: all }]);
  });

  it('stores no row for messages that are sent after it', async () => {
    await ben.subscribe('general');
    await leave(ben, 'general');
    const id = await world.owner.send('general', 't', 'in the gap');
    await ben.subscribe('general');
    expect(await flagsOf(ben, id)).toEqual(['historical', 'read']);
    expect((await ben.ok('GET', 'messages', { message_ids: [id] })).messages).toEqual([]);
  });
});

describe('unread_msgs', () => {
  it('lists unread messages by conversation', async () => {
    const world = await World.start();
    try {
      const [ana, ben, cleo] = [await world.member('ana'), await world.member('ben'), await world.member('cleo')];
      for (const person of [ana, ben]) await person.subscribe(['general', 'team']);
      await leave(cleo, 'general');
      const roof = await ana.send('general', 'roof', 'x');
      const cellar = await ana.send('general', 'cellar', 'x');
      const again = await ana.send('general', 'Roof', '@**all**');
      const team = await ana.send('team', '', '@**Ben Example**');
      const pair = await ana.sendTo([ben], 'x');
      const group = await ana.sendTo([ben, cleo], '@**Ben Example**');
      const note = await ben.sendTo([ben], 'x');
      const own = await ben.send('general', 'roof', 'x');
      await ben.send('general', 'roof', 'x', { read_by_sender: true });
      const [general, teamId] = [await ana.channelId('general'), await ana.channelId('team')];
      expect(await unreadsOf(ben)).toEqual({
        count: 8,
        streams: [
          { stream_id: general, topic: 'roof', unread_message_ids: [roof, again, own] },
          { stream_id: general, topic: 'cellar', unread_message_ids: [cellar] },
          { stream_id: teamId, topic: 'general chat', unread_message_ids: [team] },
        ],
        pms: [
          { other_user_id: ana.id, sender_id: ana.id, unread_message_ids: [pair] },
          { other_user_id: ben.id, sender_id: ben.id, unread_message_ids: [note] },
        ],
        huddles: [{ user_ids_string: [ana.id, ben.id, cleo.id].join(), unread_message_ids: [group] }],
        mentions: [again, team, group],
        old_unreads_missing: false,
      });
      expect((await unreadsOf(cleo)).count).toBe(1);
    } finally {
      await world.stop();
    }
  });

  it('contains the newest 50,000 unread messages, and the newest 10,000 starred ones', async () => {
    const world = await World.start();
    try {
      const ben = await world.member('ben');
      await ben.subscribe('flood');
      const first = await world.owner.send(await ben.channelId('flood'), 't', 'x');
      const rows = await world.sql<{ id: number }>(
        `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content,
           renderer_version, client, sent_at)
         SELECT nextval('message_id_seq'), organization_id, channel_id, topic, sender_id, content, rendered_content,
           renderer_version, client, sent_at FROM message, generate_series(1, 50000) WHERE id = $1 RETURNING id::int AS id`,
        [first],
      );
      const ids = rows.map(({ id }) => id).sort((one, other) => one - other);
      const unreads = await unreadsOf(ben);
      expect([unreads.count, unreads.old_unreads_missing]).toEqual([50_000, true]);
      expect(unreads.streams.map(({ topic, unread_message_ids }) => [topic, unread_message_ids.length])).toEqual([
        ['t', 50_000],
      ]);
      expect(unreads.streams[0].unread_message_ids).toEqual(ids);
      await changed(ben, 'add', 'read', [ids[0]]);
      expect(await unreadsOf(ben)).toMatchObject({ count: 50_000, old_unreads_missing: false });

      await world.sql(
        'INSERT INTO message_flag (user_id, message_id, flags) SELECT $1, id, 1 FROM unnest($2::bigint[]) id',
        [ben.id, ids.slice(-10_001)],
      );
      const { state } = await ben.register({ fetch_event_types: ['starred_messages'] });
      expect(state.starred_messages).toEqual(ids.slice(-10_000));
    } finally {
      await world.stop();
    }
  });

  it('requires both event types', async () => {
    const world = await World.start();
    try {
      const keys = async (fetch_event_types: string[]) =>
        Object.keys((await world.owner.register({ fetch_event_types })).state);
      expect(await keys(['message'])).toContain('max_message_id');
      expect(await keys(['message'])).not.toContain('unread_msgs');
      expect(await keys(['update_message_flags'])).not.toContain('unread_msgs');
      expect(await keys(['message', 'update_message_flags'])).toContain('unread_msgs');
      expect((await world.owner.register()).state).toMatchObject({
        starred_messages: [],
        recent_private_conversations: [],
        drafts: [],
        scheduled_messages: [],
        reminders: [],
        saved_snippets: [],
        max_message_id: -1,
      });
    } finally {
      await world.stop();
    }
  });
});

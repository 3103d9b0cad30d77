import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { changed, changeFlags, flagsOf, follow, leave, Message } from '../../support/reading';
import { World } from '../../support/world';

describe('personal flags', () => {
  let world: World;
  let ana: Person;
  let ben: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    for (const person of [ana, ben]) await person.subscribe(['general', 'team']);
  });
  afterAll(() => world.stop());

  const send = (count: number, channel = 'general') =>
    Promise.all(Array.from({ length: count }, (_, n) => ana.send(channel, 't', `message ${n}`)));

  it.each(['read', 'starred', 'collapsed'])(
    '%s is set and removed, and the answer lists the changed messages',
    async (flag) => {
      const ids = (await send(3)).sort((a, b) => a - b);
      expect(await changed(ben, 'add', flag, [ids[1], ids[0]])).toEqual([ids[0], ids[1]]);
      expect(await changed(ben, 'add', flag, ids)).toEqual([ids[2]]);
      for (const id of ids) expect(await flagsOf(ben, id)).toEqual([flag]);
      expect(await changed(ben, 'remove', flag, ids)).toEqual(ids);
      expect(await changed(ben, 'remove', flag, ids)).toEqual([]);
      for (const id of ids) expect(await flagsOf(ben, id)).toEqual([]);
      expect(await flagsOf(ana, ids[0])).toEqual([]);
    },
  );

  it("are sent to the user's own queues only, with the changed messages", async () => {
    const [own, foreign] = [await ben.register(), await ana.register()];
    const [id] = await send(1);
    await changed(ben, 'add', 'starred', [id]);
    await changed(ben, 'add', 'starred', [id]);
    const event = { type: 'update_message_flags', op: 'add', operation: 'add', messages: [id], all: false };
    const events = (await own.drain()).filter(({ type }) => type === 'update_message_flags');
    expect(events).toEqual([{ id: expect.any(Number), ...event, flag: 'starred' }]);
    expect((await foreign.drain()).filter(({ type }) => type === 'update_message_flags')).toEqual([]);
  });

  it('include messages in muted topics that become unread', async () => {
    await ben.subscribe(['noise', 'general']);
    const [noise, general] = [await ben.channelId('noise'), await ben.channelId('general')];
    const muteNoise = (value: boolean) =>
      ben.ok('POST', 'users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: noise, property: 'is_muted', value }],
      });
    await muteNoise(true);
    const say = (stream_id: number, topic: string, visibility_policy: number) =>
      ben.ok('POST', 'user_topics', { stream_id, topic, visibility_policy });
    await say(general, 'muted', 1);
    await say(noise, 'unmuted', 2);
    const ids = [
      await ana.send(noise, 'plain', 'x'),
      await ana.send(general, 'muted', 'x'),
      await ana.send(noise, 'unmuted', 'x'),
    ];
    await changed(ben, 'add', 'read', ids);
    const queue = await ben.register();
    await changed(ben, 'remove', 'read', ids);
    const { message_details } = await queue.until(({ type }) => type === 'update_message_flags');
    const heard = ids.map((id) => (message_details as Record<string, Record<string, unknown>>)[id].unmuted_stream_msg);
    expect(heard).toEqual([false, false, true]);
    await expectFreshSnapshot(queue);
    await muteNoise(false);
    await say(general, 'muted', 0);
    await say(noise, 'unmuted', 0);
  });

  it('are sent with the place of messages that become unread', async () => {
    const id = await ana.send('general', '', '@**Ben Example**');
    const [direct, group] = [await ana.sendTo([ben], 'x'), await ana.sendTo([ben, world.owner], 'y')];
    await changed(ben, 'add', 'read', [id, direct, group]);
    const capabilities = (empty_topic_name: boolean) => ({ notification_settings_null: true, empty_topic_name });
    const queues = await Promise.all(
      [true, false].map((flag) => follow(ben, { client_capabilities: capabilities(flag) })),
    );
    expect(await changed(ben, 'remove', 'read', [id, direct, group])).toEqual([id, direct, group]);
    for (const [index, topic] of ['', 'general chat'].entries()) {
      const event = await queues[index].until(({ type }) => type === 'update_message_flags');
      const stream_id = await ben.channelId('general');
      expect(event).toEqual({
        id: event.id,
        type: 'update_message_flags',
        op: 'remove',
        operation: 'remove',
        flag: 'read',
        messages: [id, direct, group],
        all: false,
        message_details: {
          [id]: { type: 'stream', stream_id, topic, unmuted_stream_msg: true, mentioned: true },
          [direct]: { type: 'private', user_ids: [ana.id] },
          [group]: { type: 'private', user_ids: [world.owner.id, ana.id].sort((a, b) => a - b) },
        },
      });
      await expectFreshSnapshot(queues[index]);
    }
  });

  it.each([
    ['mentioned', "Flag not editable: 'mentioned'"],
    ['stream_wildcard_mentioned', "Flag not editable: 'stream_wildcard_mentioned'"],
    ['topic_wildcard_mentioned', "Flag not editable: 'topic_wildcard_mentioned'"],
    ['wildcard_mentioned', "Flag not editable: 'wildcard_mentioned'"],
    ['has_alert_word', "Flag not editable: 'has_alert_word'"],
    ['historical', "Flag not editable: 'historical'"],
    ['is_private', "Invalid flag: 'is_private'"],
    ['constructor', "Invalid flag: 'constructor'"],
    ['', "Invalid flag: ''"],
  ])('reject a change of %s', async (flag, msg) => {
    const [id] = await send(1);
    const { status, body } = await changeFlags(ben, 'add', flag, [id]);
    expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', msg]);
  });

  it('reject other operations', async () => {
    const { status, body } = await changeFlags(ben, 'toggle', 'read', [1]);
    expect([status, body.msg]).toEqual([400, "Invalid message flag operation: 'toggle'"]);
  });

  it.each([['x'], [{ a: 1 }], [true], [['1']], [[1.5]], [[-1]], ['5.0']])(
    'reject the messages %j',
    async (messages) => {
      expect((await changeFlags(ben, 'add', 'read', messages)).status).toBe(400);
    },
  );

  it('accept one id without a list, repeated ids, and none', async () => {
    const [id] = await send(1);
    expect((await changeFlags(ben, 'add', 'starred', id)).body.messages).toEqual([id]);
    expect(await changed(ben, 'remove', 'starred', [id, id, id])).toEqual([id]);
    expect(await changed(ben, 'add', 'starred', [])).toEqual([]);
  });

  it('report ignored channels only when read is removed', async () => {
    const [id] = await send(1);
    for (const flag of ['read', 'starred']) {
      expect((await changeFlags(ben, 'add', flag, [id])).body).not.toHaveProperty(
        'ignored_because_not_subscribed_channels',
      );
    }
    expect((await changeFlags(ben, 'remove', 'starred', [id])).body).not.toHaveProperty(
      'ignored_because_not_subscribed_channels',
    );
    expect((await changeFlags(ben, 'remove', 'read', [id])).body.ignored_because_not_subscribed_channels).toEqual([]);
  });

  it('write no row for each receiver when a message is sent', async () => {
    const count = async () =>
      (
        await world.sql<{ n: string }>(
          'SELECT (SELECT count(*) FROM message_flag) + (SELECT count(*) FROM read_block) AS n',
        )
      )[0].n;
    const before = await count();
    await send(5);
    expect(await count()).toBe(before);
  });

  it('accept thousands of messages in one request', async () => {
    const [first] = await send(1);
    const ids = Array.from({ length: 20_000 }, (_, n) => first + n);
    expect(await changed(ben, 'add', 'read', ids)).toEqual([first]);
  });
});

describe('flags of messages without a row of the user', () => {
  let world: World;
  let ana: Person;
  let cleo: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, cleo] = [await world.member('ana'), await world.member('cleo')];
    await ana.subscribe('open');
    await ana.subscribe('secret', { invite_only: true });
    await ana.subscribe('protected', { invite_only: true, history_public_to_subscribers: false });
  });
  afterAll(() => world.stop());

  it('ignore marking as read', async () => {
    const id = await ana.send('open', 't', 'x');
    expect(await changed(cleo, 'add', 'read', [id])).toEqual([]);
    expect(await flagsOf(cleo, id)).toEqual(['historical', 'read']);
    expect(await world.sql('SELECT FROM message_flag WHERE user_id = $1', [cleo.id])).toEqual([]);
  });

  it.each(['starred', 'collapsed'])(
    'add %s to a message, which stays in the personal history after that',
    async (flag) => {
      const id = await ana.send('open', 't', 'x');
      expect(await changed(cleo, 'add', flag, [id])).toEqual([id]);
      expect(await flagsOf(cleo, id)).toEqual(['historical', 'read', flag].sort());
      const listed = async () => (await cleo.ok('GET', 'messages', { message_ids: [id] })).messages as Message[];
      expect(await listed()).toHaveLength(1);
      expect(await changed(cleo, 'remove', flag, [id])).toEqual([id]);
      expect(await listed()).toMatchObject([{ id, flags: ['read', 'historical'] }]);
    },
  );

  it('cannot be unread without a subscription: the answer names the channel', async () => {
    const id = await ana.send('open', 't', 'x');
    const { body } = await changeFlags(cleo, 'remove', 'read', [id]);
    expect(body).toMatchObject({
      messages: [],
      ignored_because_not_subscribed_channels: [await ana.channelId('open')],
    });
  });

  it('can be unread with a subscription, and read again', async () => {
    const id = await ana.send('open', 't', 'earlier');
    await cleo.subscribe('open');
    expect(await flagsOf(cleo, id)).toEqual(['historical', 'read']);
    const queue = await follow(cleo);
    expect(await changed(cleo, 'remove', 'read', [id])).toEqual([id]);
    expect(await flagsOf(cleo, id)).toEqual(['historical']);
    await expectFreshSnapshot(queue);
    expect(await changed(cleo, 'add', 'read', [id])).toEqual([id]);
    expect(await flagsOf(cleo, id)).toEqual(['historical', 'read']);
    await expectFreshSnapshot(queue);
    await leave(cleo, 'open');
  });

  it('mistakes 2 and 11: reject the whole list for one unreadable message, and change nothing', async () => {
    const fine = await ana.send('open', 't', 'x');
    const hidden = await ana.send('secret', 't', 'x');
    const direct = await ana.sendTo([world.owner], 'x');
    const queue = await cleo.register();
    for (const [op, flag] of [
      ['add', 'starred'],
      ['add', 'collapsed'],
      ['remove', 'read'],
    ]) {
      const refusals = await Promise.all(
        [hidden, direct, 999_999].map((id) => changeFlags(cleo, op, flag, [fine, id])),
      );
      for (const { status, body } of refusals) {
        expect([status, body]).toEqual([400, { result: 'error', msg: 'Invalid message(s)', code: 'BAD_REQUEST' }]);
      }
    }
    for (const [op, flag] of [
      ['add', 'read'],
      ['remove', 'starred'],
    ]) {
      expect(await changed(cleo, op, flag, [hidden, direct, 999_999])).toEqual([]);
    }
    expect(await flagsOf(cleo, fine)).toEqual(['historical', 'read']);
    expect(await queue.drain()).toEqual([]);
  });

  it('mistake 5: are refused for protected history from before the subscription', async () => {
    const before = await ana.send('protected', 't', 'x');
    await ana.subscribe('protected', { principals: [cleo.id] });
    const after = await ana.send('protected', 't', 'y');
    for (const [op, flag] of [
      ['add', 'starred'],
      ['remove', 'read'],
    ]) {
      expect((await changeFlags(cleo, op, flag, [before])).body.msg).toBe('Invalid message(s)');
    }
    expect(await changed(cleo, 'add', 'starred', [after])).toEqual([after]);
  });

  it('mistake 14: are refused for messages of another organization', async () => {
    const id = await ana.send('open', 't', 'x');
    await world.sql('UPDATE message SET organization_id = organization_id + 1 WHERE id = $1', [id]);
    expect((await changeFlags(ana, 'add', 'starred', [id])).body.msg).toBe('Invalid message(s)');
    expect(await changed(ana, 'add', 'read', [id])).toEqual([]);
    expect((await ana.get(`messages/${id}`)).body.msg).toBe('Invalid message(s)');
  });
});

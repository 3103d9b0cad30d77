import { Client } from 'pg';
import { Body, Person } from './support/person';
import { World } from './support/world';

interface Message extends Body {
  id: number;
  subject: string;
  content: string;
  flags: string[];
}

const one = async (person: Person, id: number, parameters = {}): Promise<Message> =>
  (await person.ok('GET', `messages/${id}`, parameters)).message as Message;

describe('a message to a channel', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let general: number;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    await ana.subscribe(['general', 'team']);
    await ben.subscribe(['general', 'team']);
    general = await ana.channelId('general');
  });
  afterAll(() => world.stop());

  it('has every field of a message object and no other', async () => {
    const before = Math.floor(Date.now() / 1000);
    const id = await ana.send('general', 'lunch', 'Soup **today**');
    const { flags, timestamp, avatar_url, ...message } = await one(ben, id);
    expect(message).toEqual({
      id,
      sender_id: ana.id,
      sender_email: expect.stringMatching(new RegExp(`^user${ana.id}@`)),
      sender_full_name: 'Ana Example',
      sender_realm_str: '',
      client: 'ParleyTest',
      content: '<p>Soup <strong>today</strong></p>',
      content_type: 'text/html',
      type: 'stream',
      stream_id: general,
      display_recipient: 'general',
      subject: 'lunch',
      recipient_id: expect.any(Number),
      topic_links: [],
      is_me_message: false,
      reactions: [],
      submessages: [],
    });
    expect(flags).toEqual([]);
    expect(timestamp).toBeGreaterThanOrEqual(before);
    expect(avatar_url).toMatch(/^https:/);
    const source = await one(ben, id, { apply_markdown: false });
    expect(source).toMatchObject({ content: 'Soup **today**', content_type: 'text/x-markdown' });
    expect(await ben.ok('GET', `messages/${id}`)).toMatchObject({ raw_content: 'Soup **today**' });
  });

  it.each([
    ['its id', () => general],
    ['its id as text', () => `${general}`],
    ['its name', () => 'general'],
    ['its name in another case', () => 'GENERAL'],
    ['its name as JSON', () => '"general"'],
    ['a list of its id', () => [general]],
    ['a list of its name', () => ['general']],
  ])('is addressed by %s', async (_, to) => {
    for (const type of ['stream', 'channel']) {
      const { id } = await ana.ok('POST', 'messages', { type, to: to(), topic: 'address', content: 'x' });
      expect((await one(ben, id as number)).stream_id).toBe(general);
    }
  });

  it.each([
    [['general', 'team'], 'Expected exactly one channel'],
    [[], 'Missing channel'],
    ['', 'Missing channel'],
    [undefined, 'Missing channel'],
    [{ id: 1 }, 'Invalid data type for channel'],
    [true, 'Invalid data type for channel'],
    ['5.0', 'Invalid data type for channel'],
    [-1, 'Invalid data type for channel'],
    [['\0'], 'Invalid data type for channel'],
    ['["\\ud800"]', 'Invalid data type for channel'],
  ])('is refused for the address %j', async (to, msg) => {
    const { status, body } = await ana.post('messages', { type: 'channel', to, topic: 't', content: 'x' });
    expect([status, body.msg]).toEqual([400, msg]);
    expect(body.code).toBe('BAD_REQUEST');
  });

  it('takes the older name of the topic', async () => {
    const { id } = await ana.ok('POST', 'messages', { type: 'stream', to: 'general', subject: 'older', content: 'x' });
    expect((await one(ben, id as number)).subject).toBe('older');
  });

  it('needs a topic, which may be empty', async () => {
    const { body } = await ana.post('messages', { type: 'channel', to: general, content: 'x' });
    expect(body).toMatchObject({ msg: 'Missing topic', code: 'BAD_REQUEST' });
    for (const topic of ['', '  ', '(no topic)', 'general chat']) {
      const id = await ana.send('general', topic, 'x');
      expect((await one(ben, id)).subject).toBe('general chat');
      expect((await one(ben, id, { allow_empty_topic_name: true })).subject).toBe('');
    }
  });

  it('follows the topics policy of its channel', async () => {
    await world.sql(`UPDATE channel SET topics_policy = 'disable_empty_topic' WHERE id = $1`, [
      await ana.channelId('team'),
    ]);
    expect((await ana.post('messages', { type: 'channel', to: 'team', topic: '', content: 'x' })).status).toBe(400);
    await world.sql(`UPDATE channel SET topics_policy = 'empty_topic_only' WHERE id = $1`, [
      await ana.channelId('team'),
    ]);
    expect((await ana.post('messages', { type: 'channel', to: 'team', topic: 'plans', content: 'x' })).status).toBe(
      400,
    );
    await ana.send('team', '', 'x');
    await world.sql(`UPDATE channel SET topics_policy = 'inherit' WHERE id = $1`, [await ana.channelId('team')]);
  });

  it.each([
    ['a\u0000b', 2],
    ['ab\u0007', 3],
    ['\ud83d\ude00\u0085x', 2],
    ['x\uffff', 2],
    ['\ufdd0', 1],
  ])('refuses the topic %j and says where it is wrong', async (topic, position) => {
    const { status, body } = await ana.post('messages', { type: 'channel', to: general, topic, content: 'x' });
    expect([status, body.msg]).toEqual([400, `Invalid character in topic, at position ${position}!`]);
  });

  it('cuts what is too long, counting code points', async () => {
    const smile = '\ud83d\ude00';
    const id = await ana.send('general', smile.repeat(61), smile.repeat(10_001));
    const { subject, content } = await one(ben, id, { apply_markdown: false });
    expect(subject).toBe(`${smile.repeat(57)}...`);
    expect(content).toBe(`${smile.repeat(9_980)}\n[message truncated]`);
    const whole = await ana.send('general', smile.repeat(60), smile.repeat(10_000));
    expect((await one(ben, whole, { apply_markdown: false })).content).toBe(smile.repeat(10_000));
  });

  it('loses empty lines before and white space behind its text', async () => {
    const id = await ana.send('general', ' spaced ', '\n\n  text \n ');
    expect(await one(ben, id, { apply_markdown: false })).toMatchObject({ subject: 'spaced', content: '  text' });
  });

  it.each([
    ['', 'Message must not be empty'],
    [' \n\t ', 'Message must not be empty'],
    ['a\0b', 'Message must not contain null bytes'],
  ])('refuses the text %j', async (content, msg) => {
    const { status, body } = await ana.post('messages', { type: 'channel', to: general, topic: 't', content });
    expect([status, body.msg]).toEqual([400, msg]);
  });

  it('tells an unknown channel from nothing else', async () => {
    const byId = await ana.post('messages', { type: 'channel', to: 999_999, topic: 't', content: 'x' });
    expect(byId.body).toEqual({
      result: 'error',
      msg: "Channel with ID '999999' does not exist",
      code: 'STREAM_DOES_NOT_EXIST',
      stream_id: 999_999,
    });
    const byName = await ana.post('messages', { type: 'channel', to: 'nowhere', topic: 't', content: 'x' });
    expect(byName.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream: 'nowhere' });
    const huge = await ana.post('messages', { type: 'channel', to: Number.MAX_SAFE_INTEGER, topic: 't', content: 'x' });
    expect(huge.body.code).toBe('STREAM_DOES_NOT_EXIST');
  });

  it('reads me messages', async () => {
    expect(await one(ben, await ana.send('general', 't', '/me waves'))).toMatchObject({ is_me_message: true });
  });

  it('gets one recipient id per channel and another per conversation', async () => {
    const [a, b] = [await ana.send('general', 't', 'x'), await ben.send('general', 'u', 'x')];
    const [c, d] = [await ana.send('team', 't', 'x'), await ana.sendTo([ben], 'x')];
    const ids = await Promise.all([a, b, c, d].map(async (id) => (await one(ben, id)).recipient_id));
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('posting', () => {
  let world: World;
  let ana: Person;
  let gus: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, gus] = [await world.member('ana'), await world.guest('gus')];
    await world.owner.subscribe('public');
    await world.owner.subscribe('secret', { invite_only: true });
  });
  afterAll(() => world.stop());

  const attempt = (person: Person, to: string | number) =>
    person.post('messages', { type: 'channel', to, topic: 't', content: 'x' });

  it('is possible in a public channel without a subscription, which gives no row', async () => {
    const id = await ana.send('public', 't', 'from outside');
    expect((await one(ana, id)).flags.sort()).toEqual(['historical', 'read']);
    const { messages } = await ana.ok('GET', 'messages', { anchor: 'newest', num_before: 10 });
    expect(messages).toEqual([]);
  });

  it('mistake 2: does not tell a hidden channel from one that does not exist', async () => {
    const secret = await world.owner.channelId('secret');
    for (const person of [ana, gus]) {
      const { body } = await attempt(person, secret);
      expect(body).toEqual({ ...(await attempt(person, 999_999)).body, stream_id: secret, msg: body.msg });
      expect(body.msg).not.toContain('secret');
      expect((await attempt(person, 'secret')).body.code).toBe('STREAM_DOES_NOT_EXIST');
    }
    expect((await attempt(gus, 'public')).body.code).toBe('STREAM_DOES_NOT_EXIST');
  });

  it('needs access to the content, also for an administrator', async () => {
    const ada = await world.admin('ada');
    const { body } = await attempt(ada, 'secret');
    expect(body).toMatchObject({ code: 'BAD_REQUEST', msg: "Not authorized to send to channel 'secret'" });
  });

  it('needs can_send_message_group', async () => {
    const [{ id }] = await world.sql<{ id: number }>(`SELECT id FROM user_group WHERE name = 'role:administrators'`);
    const permissions = JSON.stringify({ can_send_message_group: Number(id) });
    await world.owner.subscribe('news');
    await world.sql(`UPDATE channel SET permissions = permissions || $1::jsonb WHERE name = 'news'`, [permissions]);
    await ana.subscribe('news');
    expect((await attempt(ana, 'news')).body.msg).toBe('You do not have permission to post in this channel.');
    expect((await attempt(world.owner, 'news')).status).toBe(200);
  });

  it('is not possible in an archived channel', async () => {
    await ana.subscribe('old');
    await world.sql(`UPDATE channel SET is_archived = true WHERE name = 'old'`);
    expect((await attempt(ana, 'old')).body.msg).toBe("Not authorized to send to channel 'old'");
  });

  it('mistake 4: ends with the subscription', async () => {
    const secret = await world.owner.channelId('secret');
    await world.owner.subscribe('secret', { principals: [ana.id] });
    await ana.send(secret, 't', 'inside');
    await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['secret'] });
    expect((await attempt(ana, secret)).body.code).toBe('STREAM_DOES_NOT_EXIST');
  });

  it('writes nothing when it is refused', async () => {
    const count = async () => (await world.sql<{ n: string }>('SELECT count(*) AS n FROM message'))[0].n;
    const before = await count();
    await attempt(ana, 'secret');
    await attempt(ana, 'news');
    await ana.post('messages', { type: 'channel', to: 'public', topic: 't', content: '' });
    expect(await count()).toBe(before);
  });

  it('mistake 18: takes no other types than the documented ones', async () => {
    const good = { type: 'channel', to: 'public', topic: 't', content: 'x' };
    for (const bad of [
      { type: 'both' },
      { type: '["channel"]' },
      { read_by_sender: '1' },
      { read_by_sender: 'True' },
    ]) {
      expect((await ana.post('messages', { ...good, ...bad })).status).toBe(400);
    }
    for (const missing of ['type', 'content']) {
      const { body } = await ana.post('messages', { ...good, [missing]: undefined });
      expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: missing });
    }
    expect((await ana.post('messages', { ...good, to: '{"__proto__":{"x":1}}' })).status).toBe(400);
  });
});

describe('mentions', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let cleo: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben, cleo] = [await world.member('ana'), await world.member('ben'), await world.member('cleo')];
    await ana.subscribe('general');
    await ben.subscribe('general');
    await cleo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
  });
  afterAll(() => world.stop());

  const flags = async (person: Person, id: number) => (await one(person, id)).flags.sort();

  it('flag the mentioned who receive the message, and nobody else', async () => {
    const id = await ana.send('general', 't', `Hello @**Ben Example**, @**Cleo Example** and @_**Olivia Owner**`);
    expect(await flags(ben, id)).toEqual(['mentioned']);
    expect(await flags(cleo, id)).toEqual(['historical', 'read']);
    expect((await one(ben, id)).content).toContain(`data-user-id="${ben.id}"`);
    const rows = await world.sql<{ user_id: string }>('SELECT user_id FROM message_flag WHERE message_id = $1', [id]);
    expect(rows.map(({ user_id }) => Number(user_id))).toEqual([ben.id]);
  });

  it('of the whole channel are a rule and no rows', async () => {
    const id = await ana.send('general', 't', '@**all** hello');
    expect(await flags(ben, id)).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned']);
    expect(await flags(cleo, id)).toEqual(['historical', 'read']);
    expect(await world.sql('SELECT FROM message_flag WHERE message_id = $1', [id])).toEqual([]);
  });

  it('of a topic flag those who have written in it', async () => {
    await ben.send('general', 'Roof', 'it leaks');
    const id = await ana.send('general', 'roof', '@**topic** any news?');
    expect(await flags(ben, id)).toEqual(['topic_wildcard_mentioned', 'wildcard_mentioned']);
    expect(await flags(world.owner, id)).toEqual([]);
  });

  it('of system groups are only possible silently', async () => {
    const message = { type: 'channel', to: 'general', topic: 't' };
    const { status, body } = await ana.post('messages', { ...message, content: '@*role:members*' });
    expect([status, body.msg]).toEqual([400, "You are not allowed to mention user group 'role:members'."]);
    const { id } = await ana.ok('POST', 'messages', { ...message, content: '@_*role:members*' });
    expect(await flags(ben, id as number)).toEqual([]);
  });

  it('of a group flag its members who receive the message', async () => {
    const [group] = await world.sql<{ id: string }>(
      `INSERT INTO user_group (organization_id, name) VALUES ($1, 'builders') RETURNING id`,
      [world.organizationId],
    );
    await world.sql('INSERT INTO user_group_member SELECT $1, unnest($2::bigint[])', [group.id, [ben.id, cleo.id]]);
    await world.sql('UPDATE organization SET permission_version = permission_version + 1');
    const id = await ana.send('general', 't', '@*builders* wake up');
    expect(await flags(ben, id)).toEqual(['mentioned']);
    expect(await flags(cleo, id)).toEqual(['historical', 'read']);
  });

  it('of everybody in a large channel need permission', async () => {
    await ana.subscribe('crowd');
    await world.sql(
      `INSERT INTO subscription_period (user_id, channel_id, from_position)
       SELECT 100000 + n, c.id, nextval('message_id_seq') FROM channel c, generate_series(1, 15) n WHERE c.name = 'crowd'`,
    );
    const message = { type: 'channel', to: 'crowd', topic: 't', content: '@**everyone**' };
    expect((await ana.post('messages', message)).body).toMatchObject({
      code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      msg: 'You do not have permission to use channel wildcard mentions in this channel.',
    });
    expect((await world.owner.post('messages', message)).status).toBe(200);
    expect((await ana.post('messages', { ...message, content: '@_**everyone**' })).status).toBe(200);
  });

  it('of everybody in a busy topic need permission', async () => {
    await world.sql(
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content, renderer_version, client, sent_at)
       SELECT nextval('message_id_seq'), $1, c.id, 'Busy', 100000 + n, '', '', 1, '', now()
       FROM channel c, generate_series(1, 16) n WHERE c.name = 'general'`,
      [world.organizationId],
    );
    const message = { type: 'channel', to: 'general', topic: 'busy', content: '@**topic**' };
    expect((await ana.post('messages', message)).body.code).toBe('TOPIC_WILDCARD_MENTION_NOT_ALLOWED');
    expect((await ana.post('messages', { ...message, topic: 'calm' })).status).toBe(200);
  });
});

describe('the message event', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let cleo: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben, cleo] = [await world.member('ana'), await world.member('ben'), await world.member('cleo')];
    await ana.subscribe('general');
    await ben.subscribe('general');
    await cleo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
    await ana.subscribe('secret', { invite_only: true });
  });
  afterAll(() => world.stop());

  it('holds what a fetch of the message has, in the form that the queue asked for', async () => {
    for (const applyMarkdown of [true, false]) {
      for (const emptyTopicName of [true, false]) {
        const queue = await ben.register({
          event_types: ['message'],
          apply_markdown: applyMarkdown,
          client_capabilities: { notification_settings_null: true, empty_topic_name: emptyTopicName },
        });
        const id = await ana.send('general', '', `*hi* @**Ben Example** ${applyMarkdown} ${emptyTopicName}`);
        const event = await queue.until(({ type }) => type === 'message');
        const form = { apply_markdown: applyMarkdown, allow_empty_topic_name: emptyTopicName };
        const { flags, ...message } = await one(ben, id, form);
        expect(event).toEqual({ id: event.id, type: 'message', message, flags });
      }
    }
  });

  it('reaches those who are subscribed and nobody else', async () => {
    const queues = await Promise.all([ana, ben, cleo].map((person) => person.register({ event_types: ['message'] })));
    await ana.send('general', 't', 'for two');
    await ana.send('secret', 't', 'for one');
    const counts = await Promise.all(queues.map(async (queue) => (await queue.drain()).length));
    expect(counts).toEqual([2, 1, 0]);
  });

  it('reaches whoever asked for all public channels, as something that was not received', async () => {
    const wide = await cleo.register({ event_types: ['message'], all_public_streams: true });
    const id = await ana.send('general', 't', '@**all** public');
    await ana.send('secret', 't', 'private');
    const events = await wide.drain();
    expect(events).toMatchObject([{ message: { id }, flags: ['read', 'historical'] }]);
  });

  it('names the message as its client does, in that queue alone', async () => {
    const [own, other] = [
      await ana.register({ event_types: ['message'] }),
      await ana.register({ event_types: ['message'] }),
    ];
    const id = await ana.send('general', 't', 'x', { queue_id: own.id, local_id: '17.01' });
    const event = await own.until(({ type }) => type === 'message');
    expect(event).toMatchObject({ message: { id }, local_message_id: '17.01' });
    expect(await other.until(({ type }) => type === 'message')).not.toHaveProperty('local_message_id');
  });

  it("does not put words into somebody else's queue", async () => {
    const foreign = await ben.register({ event_types: ['message'] });
    await ana.send('general', 't', 'x', { queue_id: foreign.id, local_id: '5' });
    expect(await foreign.until(({ type }) => type === 'message')).not.toHaveProperty('local_message_id');
  });

  it('comes back to a sender who is not subscribed, once, and to the sending queue alone', async () => {
    const [own, other, wide] = [
      await cleo.register({ event_types: ['message'] }),
      await cleo.register({ event_types: ['message'] }),
      await cleo.register({ event_types: ['message'], all_public_streams: true }),
    ];
    await cleo.send('general', 't', 'x', { queue_id: own.id, local_id: '1' });
    await cleo.send('general', 't', 'y', { queue_id: wide.id, local_id: '2' });
    expect(await own.drain()).toMatchObject([{ local_message_id: '1', flags: ['read', 'historical'] }]);
    expect(await other.drain()).toEqual([]);
    expect((await wide.drain()).map((event) => event.local_message_id)).toEqual([undefined, '2']);
  });

  it.each([{ queue_id: 'x' }, { local_id: '1' }])('needs queue_id and local_id together: %j', async (parameters) => {
    const message = { type: 'channel', to: 'general', topic: 't', content: 'x', ...parameters };
    expect((await ana.post('messages', message)).status).toBe(400);
  });

  it('is read for the sender as the sending client says', async () => {
    const queue = await ana.register({ event_types: ['message'] });
    const sent: Record<string, unknown>[] = [{}, { read_by_sender: true }, { read_by_sender: false }];
    for (const parameters of sent) await ana.send('general', 't', 'x', parameters);
    expect((await queue.drain()).map(({ flags }) => flags)).toEqual([[], ['read'], []]);
  });

  it('is read for the sender by default when sent from a client that people write with', async () => {
    const queue = await ana.register({ event_types: ['message'] });
    const body = new URLSearchParams({ type: 'channel', to: 'general', topic: 't', content: 'x' });
    const headers = { authorization: ana.authorization, 'user-agent': 'ZulipMobile/27.1 (Android)' };
    const response = await fetch(`${world.url}/api/v1/messages`, { method: 'POST', headers, body });
    const { id } = (await response.json()) as { id: number };
    expect(await queue.until(({ type }) => type === 'message')).toMatchObject({
      flags: ['read'],
      message: { client: 'ZulipMobile' },
    });
    expect((await one(ben, id)).flags).toEqual([]);
  });

  it('hides the picture address only where the client can make it', async () => {
    await world.sql('UPDATE user_account SET email_address_visibility = 1 WHERE id = $1', [ana.id]);
    const id = await ana.send('general', 't', 'x');
    const page = async (client_gravatar: boolean) =>
      (
        (await ben.ok('GET', 'messages', { anchor: id, client_gravatar })).messages as { avatar_url: string | null }[]
      )[0];
    expect((await page(true)).avatar_url).toBeNull();
    expect((await page(false)).avatar_url).toMatch(/^https:/);
    await world.sql('UPDATE user_account SET email_address_visibility = 3 WHERE id = $1', [ana.id]);
    expect((await page(true)).avatar_url).toMatch(/^https:/);
  });
});

describe('the narrow of a queue', () => {
  let world: World;
  let ana: Person;
  let ben: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    for (const person of [ana, ben]) await person.subscribe(['general', 'team']);
  });
  afterAll(() => world.stop());

  it.each([
    [[['channel', 'team']], ['team Roof']],
    [[['stream', 'TEAM']], ['team Roof']],
    [[['topic', 'roof']], ['general roof', 'team Roof']],
    [
      [
        ['channel', 'general'],
        ['topic', 'general chat'],
      ],
      ['general empty'],
    ],
    [[['is', 'dm']], ['direct']],
    [[['is', 'private']], ['direct']],
    [[['is', 'mentioned']], ['general empty']],
    [[['is', 'resolved']], ['resolved']],
    [[['is', 'unread']], ['general roof', 'team Roof', 'general empty', 'resolved', 'direct']],
    [[['is', 'starred']], []],
  ])('%j lets through %j', async (narrow, expected) => {
    const queue = await ben.register({ event_types: ['message'], narrow, apply_markdown: false });
    await ana.send('general', 'roof', 'general roof');
    await ana.send('team', 'Roof', 'team Roof');
    await ana.send('general', '', 'general empty @**Ben Example**');
    await ana.send('general', '✔ done', 'resolved');
    await ana.sendTo([ben], 'direct');
    const contents = (await queue.drain()).map(({ message }) => (message as Message).content.replace(/ @.*/, ''));
    expect(contents).toEqual(expected);
  });

  it('knows senders and conversations by id and by address', async () => {
    const email = `user${ana.id}@`;
    const narrows = [[['sender', ana.id]], [['dm', ana.id]], [['dm', `${ben.id}`]]];
    const queues = await Promise.all(narrows.map((narrow) => ben.register({ event_types: ['message'], narrow })));
    const id = await ana.sendTo([ben], 'direct');
    await ben.send('general', 't', 'own');
    const [bySender, byConversation, byNobody] = await Promise.all(queues.map((queue) => queue.drain()));
    expect(bySender).toMatchObject([{ message: { id, sender_email: expect.stringContaining(email) } }]);
    expect(byConversation).toMatchObject([{ message: { id } }]);
    expect(byNobody).toEqual([]);
  });

  it.each([[[['has', 'link']]], [[['near', 5]]], [[['id', 5]]], [[['is', 'odd']]], [[['channels', 'public']]]])(
    'may not be %j',
    async (narrow) => {
      const { status, body } = await ben.post('register', { narrow });
      if (JSON.stringify(narrow).includes('near')) return expect(status).toBe(200);
      expect([status, body.code]).toEqual([400, 'BAD_NARROW']);
      expect(body.desc).toEqual(expect.any(String));
    },
  );
});

describe('the cost of a send', () => {
  let world: World;
  let ana: Person;

  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    await ana.subscribe(['small', 'large']);
    await world.sql(
      `INSERT INTO subscription_period (user_id, channel_id, from_position)
       SELECT 100000 + n, c.id, nextval('message_id_seq') FROM channel c, generate_series(1, 2000) n WHERE c.name = 'large'`,
    );
  });
  afterAll(() => world.stop());

  /** What one request sends on the connection of its transaction, and what it sends besides. */
  async function statementsOf(work: () => Promise<unknown>): Promise<{ inside: string[]; outside: string[] }> {
    await work(); // caches are filled, statements prepared
    const sent: { connection: unknown; text: string }[] = [];
    const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
      sent.push({ connection: this, text: text.replace(/\s+/g, ' ').trim() });
      return original.apply(this, args as never);
    } as never);
    await work();
    spy.mockRestore();
    const begun = sent.find(({ text }) => text.startsWith('BEGIN'))!;
    const own = sent.filter(({ connection }) => connection === begun.connection).map(({ text }) => text);
    const inside = own.slice(
      own.findIndex((text) => text.startsWith('BEGIN')),
      own.indexOf('COMMIT') + 1,
    );
    const outside = sent
      .map(({ text }) => text)
      .filter((text) => !inside.includes(text) && !text.includes('FROM event_log'));
    return { inside, outside };
  }
  const original = Client.prototype.query as (...args: never[]) => unknown;

  it('is one load and one write in the transaction, whatever the number of subscribers', async () => {
    const small = await statementsOf(() => ana.send('small', 't', 'plain *text*'));
    expect(small.inside).toEqual([
      expect.stringMatching(/^BEGIN ?;SELECT pg_advisory_xact_lock_shared\(\d+\)$/),
      expect.stringMatching(/^WITH own AS MATERIALIZED .* nextval/),
      expect.stringMatching(/^WITH written AS \(INSERT INTO message .*\) INSERT INTO event_log/),
      'COMMIT',
    ]);
    const large = await statementsOf(() => ana.send('large', 't', 'plain *text*'));
    expect(large.inside.slice(1)).toEqual(small.inside.slice(1));
    expect(large.outside).toEqual(small.outside);
  });

  it('asks for nothing but account and channel outside of it', async () => {
    const { outside } = await statementsOf(() => ana.send('small', 't', 'plain *text*'));
    expect(outside).toEqual([
      expect.stringContaining('api_key'),
      expect.stringContaining('FROM user_account'),
      expect.stringContaining('SELECT id FROM channel'),
    ]);
    const id = await ana.channelId('small');
    expect((await statementsOf(() => ana.send(id, 't', 'plain *text*'))).outside).toHaveLength(2);
  });

  it('is one statement more where somebody is mentioned, and no row for the others', async () => {
    const { inside } = await statementsOf(() => ana.send('large', 't', '@**Olivia Owner** @**Ana Example**'));
    expect(inside).toHaveLength(5);
    expect(inside[2]).toMatch(/^INSERT INTO message_flag/);
  });

  it('is the same for direct messages of a known conversation', async () => {
    const { inside } = await statementsOf(() => ana.sendTo([world.owner], 'x'));
    expect(inside).toHaveLength(4);
  });

  it('a page takes as many statements for one message as for many', async () => {
    const page = (num_before: number) => async () => ana.ok('GET', 'messages', { anchor: 'newest', num_before });
    const counted = async (work: () => Promise<unknown>) => {
      let count = 0;
      await work();
      const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
        const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
        if (!text.includes('FROM event_log')) count++;
        return original.apply(this, args as never);
      } as never);
      await work();
      spy.mockRestore();
      return count;
    };
    await world.owner.subscribe('small');
    for (let n = 0; n < 5; n++) await (n % 2 ? ana : world.owner).send('small', `topic ${n}`, 'x');
    expect(await counted(page(100))).toBe(await counted(page(1)));
  });
});

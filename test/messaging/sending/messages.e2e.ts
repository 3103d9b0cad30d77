import type { Person } from '../../support/person';
import { fetchMessage } from '../../support/reading';
import { World } from '../../support/world';

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

  it('has every field of a message object and no others', async () => {
    const before = Math.floor(Date.now() / 1000);
    const id = await ana.send('general', 'lunch', 'Soup **today**');
    const { flags, timestamp, avatar_url, ...message } = await fetchMessage(ben, id);
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
    const source = await fetchMessage(ben, id, { apply_markdown: false });
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
      expect((await fetchMessage(ben, id as number)).stream_id).toBe(general);
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

  it('accepts the deprecated name of the topic', async () => {
    const { id } = await ana.ok('POST', 'messages', { type: 'stream', to: 'general', subject: 'older', content: 'x' });
    expect((await fetchMessage(ben, id as number)).subject).toBe('older');
  });

  it('requires a topic, which may be empty', async () => {
    const { body } = await ana.post('messages', { type: 'channel', to: general, content: 'x' });
    expect(body).toMatchObject({ msg: 'Missing topic', code: 'BAD_REQUEST' });
    for (const topic of ['', '  ', '(no topic)', 'general chat']) {
      const id = await ana.send('general', topic, 'x');
      expect((await fetchMessage(ben, id)).subject).toBe('general chat');
      expect((await fetchMessage(ben, id, { allow_empty_topic_name: true })).subject).toBe('');
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
  ])('rejects the topic %j and reports the position of the error', async (topic, position) => {
    const { status, body } = await ana.post('messages', { type: 'channel', to: general, topic, content: 'x' });
    expect([status, body.msg]).toEqual([400, `Invalid character in topic, at position ${position}!`]);
  });

  it('truncates long texts by code points', async () => {
    const smile = '\ud83d\ude00';
    const id = await ana.send('general', smile.repeat(61), smile.repeat(10_001));
    const { subject, content } = await fetchMessage(ben, id, { apply_markdown: false });
    expect(subject).toBe(`${smile.repeat(57)}...`);
    expect(content).toBe(`${smile.repeat(9_980)}\n[message truncated]`);
    const whole = await ana.send('general', smile.repeat(60), smile.repeat(10_000));
    expect((await fetchMessage(ben, whole, { apply_markdown: false })).content).toBe(smile.repeat(10_000));
  });

  it('removes empty lines before and white space after its text', async () => {
    const id = await ana.send('general', ' spaced ', '\n\n  text \n ');
    expect(await fetchMessage(ben, id, { apply_markdown: false })).toMatchObject({
      subject: 'spaced',
      content: '  text',
    });
  });

  it.each([
    ['', 'Message must not be empty'],
    [' \n\t ', 'Message must not be empty'],
    ['a\0b', 'Message must not contain null bytes'],
  ])('rejects the text %j', async (content, msg) => {
    const { status, body } = await ana.post('messages', { type: 'channel', to: general, topic: 't', content });
    expect([status, body.msg]).toEqual([400, msg]);
  });

  it.each([
    '&#0; &#xD800; &nbsp;',
    '\\u0000',
    '\u202eright to left\u2066',
    'zero\u200bwidth',
    'a\u0001\u001fb',
    '\ufeff\ufffe',
    '<b>&amp;</b> "quoted" \\',
    "'; DROP TABLE message; --",
    '${1} $1 %s',
    '__proto__',
  ])('mistake 19: keeps the text %j', async (content) => {
    const id = await ana.send('general', 'odd', content);
    expect((await fetchMessage(ben, id, { apply_markdown: false })).content).toBe(content);
    expect((await fetchMessage(ben, id)).content).not.toMatch(/<b>|\0/);
  });

  it('answers for an unknown channel with its own error', async () => {
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

  it('accepts /me messages', async () => {
    expect(await fetchMessage(ben, await ana.send('general', 't', '/me waves'))).toMatchObject({ is_me_message: true });
  });

  it('has one recipient id for each channel and another for each conversation', async () => {
    const [a, b] = [await ana.send('general', 't', 'x'), await ben.send('general', 'u', 'x')];
    const [c, d] = [await ana.send('team', 't', 'x'), await ana.sendTo([ben], 'x')];
    const ids = await Promise.all([a, b, c, d].map(async (id) => (await fetchMessage(ben, id)).recipient_id));
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('sending to a channel', () => {
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

  it('is allowed in a public channel without a subscription, and stores no row', async () => {
    const id = await ana.send('public', 't', 'from outside');
    expect((await fetchMessage(ana, id)).flags.sort()).toEqual(['historical', 'read']);
    const { messages } = await ana.ok('GET', 'messages', { anchor: 'newest', num_before: 10 });
    expect(messages).toEqual([]);
  });

  it('mistake 2: answers alike for hidden and unknown channels', async () => {
    const secret = await world.owner.channelId('secret');
    for (const person of [ana, gus]) {
      const { body } = await attempt(person, secret);
      expect(body).toEqual({ ...(await attempt(person, 999_999)).body, stream_id: secret, msg: body.msg });
      expect(body.msg).not.toContain('secret');
      expect((await attempt(person, 'secret')).body.code).toBe('STREAM_DOES_NOT_EXIST');
    }
    expect((await attempt(gus, 'public')).body.code).toBe('STREAM_DOES_NOT_EXIST');
  });

  it('requires access to the content, for administrators too', async () => {
    const ada = await world.admin('ada');
    const { body } = await attempt(ada, 'secret');
    expect(body).toMatchObject({ code: 'BAD_REQUEST', msg: "Not authorized to send to channel 'secret'" });
  });

  it('requires can_send_message_group', async () => {
    const [{ id }] = await world.sql<{ id: number }>(`SELECT id FROM user_group WHERE name = 'role:administrators'`);
    const permissions = JSON.stringify({ can_send_message_group: Number(id) });
    await world.owner.subscribe('news');
    await world.sql(`UPDATE channel SET permissions = permissions || $1::jsonb WHERE name = 'news'`, [permissions]);
    await ana.subscribe('news');
    expect((await attempt(ana, 'news')).body.msg).toBe('You do not have permission to post in this channel.');
    expect((await attempt(world.owner, 'news')).status).toBe(200);
  });

  it('is refused in an archived channel', async () => {
    await ana.subscribe('old');
    await world.sql(`UPDATE channel SET is_archived = true WHERE name = 'old'`);
    expect((await attempt(ana, 'old')).body.msg).toBe("Not authorized to send to channel 'old'");
  });

  it('mistake 4: is refused after unsubscribing', async () => {
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

  it('mistake 18: rejects undocumented types', async () => {
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

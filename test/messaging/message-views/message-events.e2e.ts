import type { Person } from '../../support/person';
import { fetchMessage, Message } from '../../support/reading';
import { World } from '../../support/world';

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

  it('has all fields of a fetched message, in the form that the queue asked for', async () => {
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
        const { flags, ...message } = await fetchMessage(ben, id, form);
        expect(event).toEqual({ id: event.id, type: 'message', message, flags });
      }
    }
  });

  it('is sent to subscribers only', async () => {
    const queues = await Promise.all([ana, ben, cleo].map((person) => person.register({ event_types: ['message'] })));
    await ana.send('general', 't', 'for two');
    await ana.send('secret', 't', 'for one');
    const counts = await Promise.all(queues.map(async (queue) => (await queue.drain()).length));
    expect(counts).toEqual([2, 1, 0]);
  });

  it('mistake 25: is sent to exactly the users who have the message, while members subscribe and unsubscribe', async () => {
    const dora = await world.member('dora');
    const queue = await dora.register({ event_types: ['message'] });
    const sending = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let n = 0; n < 15; n++) await ana.send('general', 'traffic', 'x');
      }),
    );
    for (let n = 0; n < 8; n++) {
      await dora.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
      await dora.subscribe('general');
    }
    await sending;
    const told = (await queue.drain()).map(({ message }) => (message as Message).id);
    const { messages } = await dora.ok('GET', 'messages', { anchor: 'newest', num_before: 1000 });
    expect(told.sort((a, b) => a - b)).toEqual((messages as Message[]).map(({ id }) => id));
  });

  it('is sent to queues of all public channels, as a message that was not received', async () => {
    const wide = await cleo.register({ event_types: ['message'], all_public_streams: true });
    const id = await ana.send('general', 't', '@**all** public');
    await ana.send('secret', 't', 'private');
    const events = await wide.drain();
    expect(events).toMatchObject([{ message: { id }, flags: ['read', 'historical'] }]);
  });

  it('has the local id only in the queue that sent it', async () => {
    const [own, other] = [
      await ana.register({ event_types: ['message'] }),
      await ana.register({ event_types: ['message'] }),
    ];
    const id = await ana.send('general', 't', 'x', { queue_id: own.id, local_id: '17.01' });
    const event = await own.until(({ type }) => type === 'message');
    expect(event).toMatchObject({ message: { id }, local_message_id: '17.01' });
    expect(await other.until(({ type }) => type === 'message')).not.toHaveProperty('local_message_id');
  });

  it('ignores a local id for a queue of another user', async () => {
    const foreign = await ben.register({ event_types: ['message'] });
    await ana.send('general', 't', 'x', { queue_id: foreign.id, local_id: '5' });
    expect(await foreign.until(({ type }) => type === 'message')).not.toHaveProperty('local_message_id');
  });

  it('is sent once to a sender without a subscription, and only to the sending queue', async () => {
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

  it.each([{ queue_id: 'x' }, { local_id: '1' }])('requires queue_id and local_id together: %j', async (parameters) => {
    const message = { type: 'channel', to: 'general', topic: 't', content: 'x', ...parameters };
    expect((await ana.post('messages', message)).status).toBe(400);
  });

  it('is read for the sender if the client says so', async () => {
    const queue = await ana.register({ event_types: ['message'] });
    const sent: Record<string, unknown>[] = [{}, { read_by_sender: true }, { read_by_sender: false }];
    for (const parameters of sent) await ana.send('general', 't', 'x', parameters);
    expect((await queue.drain()).map(({ flags }) => flags)).toEqual([[], ['read'], []]);
  });

  it('is read for the sender by default when sent by an interactive client', async () => {
    const queue = await ana.register({ event_types: ['message'] });
    const body = new URLSearchParams({ type: 'channel', to: 'general', topic: 't', content: 'x' });
    const headers = { authorization: ana.authorization, 'user-agent': 'ZulipMobile/27.1 (Android)' };
    const response = await fetch(`${world.url}/api/v1/messages`, { method: 'POST', headers, body });
    const { id } = (await response.json()) as { id: number };
    expect(await queue.until(({ type }) => type === 'message')).toMatchObject({
      flags: ['read'],
      message: { client: 'ZulipMobile' },
    });
    expect((await fetchMessage(ben, id)).flags).toEqual([]);
  });

  it('omits the avatar address only for clients that can compute it', async () => {
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
  ])('%j includes %j', async (narrow, expected) => {
    const queue = await ben.register({ event_types: ['message'], narrow, apply_markdown: false });
    await ana.send('general', 'roof', 'general roof');
    await ana.send('team', 'Roof', 'team Roof');
    await ana.send('general', '', 'general empty @**Ben Example**');
    await ana.send('general', '✔ done', 'resolved');
    await ana.sendTo([ben], 'direct');
    const contents = (await queue.drain()).map(({ message }) => (message as Message).content.replace(/ @.*/, ''));
    expect(contents).toEqual(expected);
  });

  it('finds senders and conversations by id and by address', async () => {
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
    'rejects %j',
    async (narrow) => {
      const { status, body } = await ben.post('register', { narrow });
      if (JSON.stringify(narrow).includes('near')) return expect(status).toBe(200);
      expect([status, body.code]).toEqual([400, 'BAD_NARROW']);
      expect(body.desc).toEqual(expect.any(String));
    },
  );
});

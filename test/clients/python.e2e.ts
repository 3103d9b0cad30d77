import type { Body, Person } from '../support/person';
import { png } from '../support/picture-uploads';
import { PythonLibrary } from '../support/python-library';
import { World } from '../support/world';

/** Where users without a custom name see them. */
const addressOf = ({ id }: Person) => `user${id}@parley.invalid`;

/**
 * Every call of the library, as it makes it: form bodies on PATCH, PUT and DELETE, ids in the path and again in the
 * body.
 */
describe('the Python library', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let python: PythonLibrary;
  let admin: PythonLibrary;
  let plans: number;
  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    [python, admin] = [await PythonLibrary.construct(ana), await PythonLibrary.construct(world.owner)];
    await python.ok('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: 'plans', description: 'What we plan' }],
      principals: [addressOf(ana), addressOf(ben)],
    });
    plans = (await python.ok('GET', 'get_stream_id', { stream: 'plans' })).stream_id as number;
  });
  afterAll(() => world.stop());

  const send = async (content: string): Promise<number> =>
    (await python.ok('POST', 'messages', { type: 'stream', to: 'plans', topic: 'roof', content })).id as number;

  it('is constructed for a site with and without /api, even with a wrong key', async () => {
    for (const site of [`${world.url}/api`, `${world.url}/api/`, world.url])
      expect((await (await PythonLibrary.construct(ana, { site })).ok('GET', 'users/me')).user_id).toBe(ana.id);
    const headers = { authorization: `Basic ${Buffer.from('ana@example.org:wrong').toString('base64')}` };
    const settings = await fetch(`${world.url}/api/v1/server_settings`, { headers });
    expect([settings.status, await settings.json()]).toEqual([
      200,
      expect.objectContaining({ zulip_feature_level: 431 }),
    ]);
  });

  it('sends, to channels by name or id and to users by address or id', async () => {
    const place = { topic: 'roof', content: 'x' };
    const ids = [
      await python.ok('POST', 'messages', { type: 'stream', to: 'plans', ...place }),
      await python.ok('POST', 'messages', { type: 'stream', to: plans, ...place }),
      await python.ok('POST', 'messages', { type: 'channel', to: ['plans'], subject: 'roof', content: 'x' }),
      await python.ok('POST', 'messages', { type: 'private', to: [addressOf(ben)], content: 'x' }),
      await python.ok('POST', 'messages', { type: 'private', to: addressOf(ben), content: 'x' }),
      await python.ok('POST', 'messages', { type: 'private', to: [ben.id], content: 'x', sender_queue: null }),
    ].map(({ id }) => id as number);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).toBe(6);
  });

  it('reads, edits and moves messages, and reads their history', async () => {
    const id = await send('first');
    const narrow = [{ operator: 'stream', operand: 'plans' }];
    const { messages } = (await python.ok('GET', 'messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow,
      apply_markdown: false,
    })) as Body & { messages: { id: number; content: string }[] };
    expect(messages.at(-1)).toMatchObject({ id, content: 'first' });
    const matching = await python.ok('GET', 'messages/matches_narrow', { msg_ids: [id], narrow });
    expect(Object.keys(matching.messages as object)).toEqual([String(id)]);
    await python.ok('PATCH', `messages/${id}`, {
      message_id: id,
      topic: 'roof and walls',
      content: 'second',
      propagate_mode: 'change_one',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    });
    const { message_history } = (await python.ok('GET', `messages/${id}/history`)) as Body & {
      message_history: object[];
    };
    expect(message_history).toHaveLength(2);
    expect(message_history[1]).toMatchObject({ topic: 'roof and walls', content: 'second', prev_content: 'first' });
    expect((await python.ok('POST', 'messages/render', { content: '*x*' })).rendered).toBe('<p><em>x</em></p>');
    await python.ok('DELETE', `messages/${id}`);
    expect(await admin.call('DELETE', `messages/${id}`)).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('adds reactions and flags, with the whole request in the body', async () => {
    const id = await send('What do you think?');
    const reaction = { message_id: id, emoji_name: 'tada' };
    await python.ok('POST', `messages/${id}/reactions`, reaction);
    expect(await python.call('POST', `messages/${id}/reactions`, reaction)).toMatchObject({
      code: 'REACTION_ALREADY_EXISTS',
    });
    await python.ok('DELETE', `messages/${id}/reactions`, reaction);
    const flags = { messages: [id], op: 'add', flag: 'starred' };
    expect((await python.ok('POST', 'messages/flags', flags)).messages).toEqual([id]);
    await python.ok('POST', 'mark_stream_as_read', { stream_id: plans });
    await python.ok('POST', 'mark_topic_as_read', { stream_id: plans, topic_name: 'roof' });
    await python.ok('POST', 'mark_all_as_read');
    await python.ok('POST', 'typing', { type: 'direct', op: 'start', to: [ben.id] });
    await python.ok('POST', 'typing', { type: 'stream', op: 'stop', stream_id: plans, topic: 'roof' });
  });

  it('manages channels and its subscriptions', async () => {
    await admin.ok('PATCH', `streams/${plans}`, { stream_id: plans, description: 'What we all plan' });
    const { streams } = (await python.ok('GET', 'streams', { include_public: true })) as Body & { streams: object[] };
    expect(streams).toContainEqual(expect.objectContaining({ stream_id: plans, description: 'What we all plan' }));
    expect((await python.ok('GET', `streams/${plans}/members`, { stream: 'plans' })).subscribers).toEqual([
      ana.id,
      ben.id,
    ]);
    expect((await python.ok('GET', `users/${ben.id}/subscriptions/${plans}`)).is_subscribed).toBe(true);
    expect((await python.ok('GET', `users/me/${plans}/topics`)).topics).toContainEqual({
      name: 'roof',
      max_id: expect.any(Number),
    });
    await python.ok('PATCH', 'users/me/subscriptions/muted_topics', { stream: 'plans', topic: 'roof', op: 'add' });
    await python.ok('POST', 'users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: plans, property: 'color', value: '#f00f00' }],
    });
    expect((await python.ok('GET', `streams/${plans}/email_address`)).email).toContain('@');
    const made = { subscriptions: [{ name: 'short' }] };
    expect((await python.ok('POST', 'users/me/subscriptions', made)).subscribed).toEqual({ [ana.id]: ['short'] });
    expect(
      (await python.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['short'], principals: null })).removed,
    ).toEqual(['short']);
    const { subscriptions } = (await python.ok('GET', 'users/me/subscriptions', {
      include_subscribers: true,
    })) as Body & {
      subscriptions: object[];
    };
    expect(subscriptions).toContainEqual(
      expect.objectContaining({ stream_id: plans, color: '#f00f00', subscribers: [ana.id, ben.id] }),
    );
    await admin.ok('POST', 'default_streams', { stream_id: plans });
    const short = (await python.ok('GET', 'get_stream_id', { stream: 'short' })).stream_id as number;
    await admin.ok('DELETE', `streams/${short}`);
  });

  it('manages users', async () => {
    const address = { email: 'cara@example.org', password: 'a long enough secret', full_name: 'Cara', short_name: 'c' };
    const id = (await admin.ok('POST', 'users', address)).user_id as number;
    await admin.ok('PATCH', `users/${id}`, { full_name: 'Cara Example', role: 400 });
    const { user } = await python.ok('GET', `users/${id}`, {
      client_gravatar: true,
      include_custom_profile_fields: true,
    });
    expect(user).toMatchObject({ user_id: id, full_name: 'Cara Example', profile_data: {} });
    await admin.ok('DELETE', `users/${id}`);
    await admin.ok('POST', `users/${id}/reactivate`);
    expect((await python.ok('GET', 'users', { client_gravatar: true })).members).toHaveLength(4);
    await python.ok('POST', 'users/me/presence', { status: 'active', ping_only: false, new_user_input: true });
    expect((await python.ok('GET', 'realm/presence')).presences).toEqual({
      [addressOf(ana)]: expect.any(Object),
    });
    expect(await admin.ok('GET', `users/${ana.email}/presence`)).toMatchObject({
      presence: { website: { status: 'active' } },
    });
    expect((await python.ok('POST', 'users/me/alert_words', { alert_words: ['roof'] })).alert_words).toEqual(['roof']);
    expect((await python.ok('DELETE', 'users/me/alert_words', { alert_words: ['roof'] })).alert_words).toEqual([]);
    await python.ok('PATCH', 'settings/notifications', {
      enable_offline_push_notifications: true,
      enable_sounds: false,
    });
    await python.ok('PATCH', 'settings', { enter_sends: true });
  });

  it('manages user groups', async () => {
    const group = { name: 'circle', description: 'round', members: [ana.id] };
    const id = (await python.ok('POST', 'user_groups/create', group)).group_id as number;
    await python.ok('PATCH', `user_groups/${id}`, { group_id: id, name: 'ring', description: 'still round' });
    await python.ok('POST', `user_groups/${id}/members`, { add: [ben.id] });
    expect((await python.ok('GET', 'user_groups')).user_groups).toContainEqual(
      expect.objectContaining({ id, name: 'ring', members: [ana.id, ben.id] }),
    );
  });

  it('manages the organization', async () => {
    await admin.ok('POST', 'realm/emoji/wave', {}, { 'wave.png': await png() });
    expect(Object.values((await python.ok('GET', 'realm/emoji')).emoji as object)).toMatchObject([{ name: 'wave' }]);
    await admin.ok('DELETE', 'realm/emoji/wave');
    const filter = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://x.example/{id}' };
    const filterId = (await admin.ok('POST', 'realm/filters', filter)).id as number;
    expect((await python.ok('GET', 'realm/linkifiers')).linkifiers).toEqual([{ id: filterId, ...filter }]);
    expect((await python.ok('GET', 'realm/filters')).filters).toEqual([]);
    await admin.ok('DELETE', `realm/filters/${filterId}`);
    const field = { name: 'Town', hint: 'Where you live', field_type: 1 };
    const fieldId = (await admin.ok('POST', 'realm/profile_fields', field)).id as number;
    await admin.ok('PATCH', `realm/profile_fields/${fieldId}`, { name: 'City', hint: 'Where you live' });
    await admin.ok('PATCH', 'realm/profile_fields', { order: [fieldId] });
    expect((await python.ok('GET', 'realm/profile_fields')).custom_fields).toMatchObject([
      { id: fieldId, name: 'City' },
    ]);
    await admin.ok('DELETE', `realm/profile_fields/${fieldId}`);
  });

  it('uploads a file under the name of its path', async () => {
    const answer = await python.ok('POST', 'user_uploads', {}, { '/home/ana/notes.txt': Buffer.from('Buy oats') });
    expect(answer.uri).toBe(answer.url);
    expect(String(answer.uri)).toMatch(/^\/user_uploads\/.*notes\.txt$/);
    expect((await python.ok('GET', 'attachments')).attachments).toHaveLength(1);
  });

  it('waits for events, and registers again when its queue has ended', async () => {
    const queues: string[] = [];
    const heard: unknown[] = [];
    await python.callOnEachEvent(
      async ({ message }) => {
        heard.push((message as { content: string }).content);
        if (heard.length === 1) await python.ok('DELETE', 'events', { queue_id: queues[0], timeout: 1.5 });
        return heard.length === 2;
      },
      { event_types: ['message'], apply_markdown: false, all_public_streams: null },
      async (id) => {
        queues.push(id);
        await send(`number ${queues.length}`);
      },
    );
    expect(heard).toEqual(['number 1', 'number 2']);
    expect(new Set(queues).size).toBe(2);
  });

  it('retries after a fault, with a parameter that has no meaning elsewhere', async () => {
    const wish = { type: 'stream', to: 'plans', topic: 'roof', content: 'again', dont_block: true };
    expect(await python.ok('POST', 'messages', wish)).toMatchObject({ ignored_parameters_unsupported: ['dont_block'] });
  });

  it('receives errors as answers, for unknown objects too', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(await python.call(method, 'bot_storage', { storage: { a: 'b' } })).toMatchObject({
        result: 'error',
        code: 'BAD_REQUEST',
      });
    expect(
      await python.call('POST', 'messages', { type: 'stream', to: 'atlantis', topic: 'x', content: 'x' }),
    ).toMatchObject({
      code: 'STREAM_DOES_NOT_EXIST',
    });
  });
});

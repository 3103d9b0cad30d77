import { randomUUID } from 'node:crypto';
import type { Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

/** Parameters that no other test needs, one by one. */
describe('a parameter', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    await ana.subscribe('general');
  });
  afterAll(() => world.stop());

  const groupId = async (name: string): Promise<number> =>
    (await world.sql<{ id: number }>('SELECT id::int AS id FROM user_group WHERE name = $1', [name]))[0].id;

  it.each([
    'can_add_subscribers_group',
    'can_delete_own_message_group',
    'can_move_messages_out_of_channel_group',
    'can_move_messages_within_channel_group',
    'can_resolve_topics_group',
  ])('of a new channel is stored: %s', async (setting) => {
    const name = randomUUID().slice(0, 8);
    const moderators = await groupId('role:moderators');
    await world.owner.subscribe(name, { [setting]: moderators });
    const { stream } = await ana.ok('GET', `streams/${await ana.channelId(name)}`);
    expect(stream).toMatchObject({ [setting]: moderators });
  });

  it('of a new channel may name users instead of a group', async () => {
    const can_resolve_topics_group = { direct_members: [ana.id], direct_subgroups: [] };
    await ana.subscribe('of people', { can_resolve_topics_group });
    const { stream } = await ana.ok('GET', `streams/${await ana.channelId('of people')}`);
    expect(stream).toMatchObject({ can_resolve_topics_group });
  });

  it.each(['can_delete_own_message_group', 'can_delete_any_message_group'])(
    'of a new channel requires a permission: %s',
    async (setting) => {
      const wish = { subscriptions: [{ name: 'own rules' }], [setting]: await groupId('role:moderators') };
      const { status, body } = await ana.post('users/me/subscriptions', wish);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    },
  );

  it('of a new channel requests its announcement', async () => {
    const name = randomUUID().slice(0, 8);
    const { subscribed, ignored_parameters_unsupported } = await ana.subscribe(name, { announce: true });
    expect(subscribed).toEqual({ [ana.id]: [name] });
    expect(ignored_parameters_unsupported).toBeUndefined();
  });

  it('of a list of messages requests their source: apply_markdown', async () => {
    const id = await ana.send('general', 'source', 'Some **bold** words');
    const contentOf = async (parameters: object) => {
      const range = { anchor: id, num_before: 0, num_after: 0 };
      const { messages } = await ana.ok('GET', 'messages', { ...range, ...parameters });
      return (messages as { content: string; content_type: string }[]).map((one) => [one.content, one.content_type]);
    };
    const html = [['<p>Some <strong>bold</strong> words</p>', 'text/html']];
    expect(await contentOf({})).toEqual(html);
    expect(await contentOf({ apply_markdown: true })).toEqual(html);
    expect(await contentOf({ apply_markdown: false })).toEqual([['Some **bold** words', 'text/x-markdown']]);
  });

  it('of one user requests the address of the avatar: client_gravatar', async () => {
    const pictureFor = async (client_gravatar: boolean) => {
      const { user } = await ana.ok('GET', `users/${ana.id}`, { client_gravatar });
      return (user as { avatar_url: string | null }).avatar_url;
    };
    expect(await pictureFor(false)).toMatch(/^https:/);
    expect(await pictureFor(true)).toBeNull();
    const { members } = await ana.ok('GET', 'users', { client_gravatar: true, user_ids: [ana.id] });
    expect((members as { avatar_url: string | null }[])[0].avatar_url).toBeNull();
  });

  it('of one user requests the profile: include_custom_profile_fields', async () => {
    const withFields = async (parameters: Parameters) => (await ana.ok('GET', `users/${ana.id}`, parameters)).user;
    expect(await withFields({ include_custom_profile_fields: true })).toMatchObject({ profile_data: {} });
    expect(await withFields({ include_custom_profile_fields: false })).not.toHaveProperty('profile_data');
    expect(await withFields({})).not.toHaveProperty('profile_data');
  });

  it.each([{ slim_presence: true }, { slim_presence: false }, { presence_history_limit_days: 1 }])(
    'of a registration limits presence: %j',
    async (parameters) => {
      const { state } = await ana.register({ fetch_event_types: ['presence'], ...parameters });
      expect(state.presences).toEqual({});
      expect(state.ignored_parameters_unsupported).toBeUndefined();
    },
  );

  it('of a registration is rejected together with its deprecated name', async () => {
    const { status, body } = await ana.post('register', { idle_queue_timeout: 60, queue_lifespan_secs: 60 });
    expect([status, body.code]).toEqual([400, 'REQUEST_CONFUSING_VAR']);
  });

  it('with a queue to delete is rejected if it is invalid', async () => {
    for (const queue_id of ['x'.repeat(101), 'a\0b']) {
      const { status, body } = await ana.delete('events', { queue_id });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
  });

  it.each(['nobody@example.org', 'no address', '', 'ana\0@example.org'])(
    'with an account for the developer login is rejected alike: %j',
    async (username) => {
      const { status, body } = await world.request('POST', 'dev_fetch_api_key', { username });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      expect(body).not.toHaveProperty('api_key');
    },
  );
});

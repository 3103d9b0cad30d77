import { Person } from './support/person';
import { World } from './support/world';

/** Parameters that clients send along, and what each of them changes. */
describe('optional parameters', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  it('give messages as they were written, or rendered', async () => {
    const id = await ana.send('general', 't', '*soft*');
    const read = async (apply_markdown: boolean) => {
      const window = { anchor: id, num_before: 0, num_after: 0, narrow: [['stream', 'general']], apply_markdown };
      return ((await ana.ok('GET', 'messages', window)).messages as { content: string; content_type: string }[])[0];
    };
    expect(await read(true)).toMatchObject({ content: '<p><em>soft</em></p>', content_type: 'text/html' });
    expect(await read(false)).toMatchObject({ content: '*soft*', content_type: 'text/x-markdown' });
  });

  it('say of one user whether the picture can be computed and what the profile says', async () => {
    const user = async (parameters: object) =>
      (await ana.ok('GET', `users/${ana.id}`, parameters as never)).user as Record<string, unknown>;
    expect((await user({ client_gravatar: true })).avatar_url).toBeNull();
    expect((await user({ client_gravatar: false })).avatar_url).toMatch(/^https:/);
    expect(await user({})).not.toHaveProperty('profile_data');
    expect((await user({ include_custom_profile_fields: true })).profile_data).toEqual({});
  });

  it('do not hand out keys to a name that is no address, nor to nobody', async () => {
    for (const username of ['ana', 'nobody@example.org']) {
      const { status, body } = await world.request('POST', 'dev_fetch_api_key', { username });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
  });

  it('of presence are understood by register, which refuses a name together with its alias', async () => {
    const { state } = await ana.register({ slim_presence: true, presence_history_limit_days: 0 });
    expect(state).toMatchObject({ presences: {} });
    expect(state).not.toHaveProperty('ignored_parameters_unsupported');
    const both = await ana.post('register', { idle_queue_timeout: 700, queue_lifespan_secs: 700 });
    expect([both.status, both.body.code]).toEqual([400, 'REQUEST_CONFUSING_VAR']);
  });

  it('refuse a queue id that cannot be one', async () => {
    const { status, body } = await ana.delete('events', { queue_id: 'x'.repeat(101) });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('give a new channel its permissions, and may ask for an announcement', async () => {
    const groups = (await ana.register({ fetch_event_types: ['realm_user_groups'] })).state.realm_user_groups as {
      id: number;
      name: string;
    }[];
    const moderators = groups.find(({ name }) => name === 'role:moderators')!.id;
    const settings = {
      can_move_messages_out_of_channel_group: moderators,
      can_move_messages_within_channel_group: moderators,
      can_resolve_topics_group: { direct_members: [ana.id], direct_subgroups: [] },
    };
    await ana.subscribe('shaped', { announce: true, ...settings });
    const { stream } = await ana.ok('GET', `streams/${await ana.channelId('shaped')}`);
    expect(stream).toMatchObject(settings);

    // Who may not set the deletion policy of the organization may not set it for a channel of their own.
    const deleting = { subscriptions: [{ name: 'own' }], can_delete_own_message_group: moderators };
    expect((await ana.post('users/me/subscriptions', deleting)).body.code).toBe('BAD_REQUEST');
    await world.owner.subscribe('owned', { can_delete_own_message_group: moderators });
    const owned = await world.owner.ok('GET', `streams/${await world.owner.channelId('owned')}`);
    expect(owned.stream).toMatchObject({ can_delete_own_message_group: moderators });
  });
});

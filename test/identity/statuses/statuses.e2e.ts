import { leftBy } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import { Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

describe('statuses', () => {
  let world: World;
  let admin: Person;
  let ana: Person;
  let bea: Person;

  beforeAll(async () => {
    world = await World.start();
    [admin, ana, bea] = [await world.admin('ada'), await world.member('ana'), await world.member('bea')];
  });
  afterAll(() => world.stop());
  beforeEach(() => ana.ok('POST', 'users/me/status', { status_text: '', emoji_name: '', away: false }));

  const say = (parameters: Parameters, person = ana) => person.post('users/me/status', parameters);
  const statusOf = async (person = ana, viewer = bea) => (await viewer.ok('GET', `users/${person.id}/status`)).status;
  const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };

  it('are a text, an emoji, or both', async () => {
    expect(await statusOf()).toEqual({});
    expect((await say({ status_text: '  at lunch ' })).body.result).toBe('success');
    expect(await statusOf()).toEqual({ status_text: 'at lunch' });
    await say({ emoji_name: 'tada' });
    expect(await statusOf()).toEqual({ status_text: 'at lunch', ...TADA });
    await say({ status_text: '' });
    expect(await statusOf()).toEqual(TADA);
    await say({ emoji_name: '' });
    expect(await statusOf()).toEqual({});
  });

  it('are not available to bots', async () => {
    const { user_id: id } = await ana.ok('POST', 'bots', { full_name: 'Status bot', short_name: 'status' });
    const { status, body } = await bea.get(`users/${id as number}/status`);
    expect([status, body]).toEqual([400, { result: 'error', msg: 'No such user', code: 'BAD_REQUEST' }]);
  });

  it('are sent to all users, only when they change', async () => {
    const queues = await Promise.all([ana, bea].map((person) => person.register()));
    await say({ status_text: 'at lunch', ...TADA });
    await say({ status_text: 'at lunch', emoji_name: 'tada' });
    await say({ status_text: 'back' });
    await say({ emoji_name: '' });
    for (const queue of queues) {
      const told = (await queue.drain()).map(({ id: _, ...event }) => event);
      const type = 'user_status';
      expect(told).toEqual([
        { type, user_id: ana.id, status_text: 'at lunch', ...TADA },
        { type, user_id: ana.id, status_text: 'back' },
        { type, user_id: ana.id, emoji_name: '', emoji_code: '', reaction_type: '' },
      ]);
      await expectFreshSnapshot(queue);
    }
    expect(queues[0].state.user_status).toEqual({});
    expect((await bea.register({ fetch_event_types: ['user_status'] })).state.user_status).toEqual({
      [ana.id]: { status_text: 'back' },
    });
  });

  it.each<[string, Parameters]>([
    ['nothing', {}],
    ['61 characters', { status_text: 'x'.repeat(61) }],
    ['NUL', { status_text: 'a\0b' }],
    ['an unknown emoji', { emoji_name: 'no such thing' }],
    ['a code without a name', { emoji_code: '1f389' }],
    ['a kind without a name', { status_text: 'a', reaction_type: 'unicode_emoji' }],
    ['a code of another name', { ...TADA, emoji_name: 'smile' }],
    ['an unknown code', { ...TADA, emoji_code: 'ffff' }],
    ['an unknown kind', { ...TADA, reaction_type: 'animated_emoji' }],
    [
      "an unknown emoji of the organization's",
      { emoji_name: 'tada', emoji_code: '4711', reaction_type: 'realm_emoji' },
    ],
    ['another extra emoji', { emoji_name: 'zulip', emoji_code: 'tada', reaction_type: 'zulip_extra_emoji' }],
    [
      'the extra emoji by another name',
      { emoji_name: 'tada', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' },
    ],
    ['away as text', { away: '"true"' }],
  ])('are refused: %s', async (_, parameters) => {
    expect((await say(parameters)).body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
    expect(await statusOf()).toEqual({});
  });

  it('allow 60 characters of any kind, and the extra emoji', async () => {
    await say({ status_text: '🦊'.repeat(60), emoji_name: 'zulip' });
    expect(await statusOf()).toEqual({
      status_text: '🦊'.repeat(60),
      emoji_name: 'zulip',
      emoji_code: 'zulip',
      reaction_type: 'zulip_extra_emoji',
    });
  });

  it("prefer the organization's own emoji to a built-in one of that name", async () => {
    const [{ id }] = await world.sql<{ id: string }>(
      `WITH version AS (UPDATE organization SET rendering_version = rendering_version + 1)
        INSERT INTO custom_emoji (organization_id, name, author_id, key)
        SELECT organization_id, 'tada', id, 'key' FROM user_account WHERE id = $1 RETURNING id`,
      [ana.id],
    );
    const own = { emoji_name: 'tada', emoji_code: String(id), reaction_type: 'realm_emoji' };
    await say({ emoji_name: 'tada' });
    expect(await statusOf()).toEqual(own);
    expect((await say({ ...own, emoji_name: 'smile' })).status).toBe(400);
    await say(TADA);
    expect(await statusOf()).toEqual(TADA);
    await world.sql(`WITH version AS (UPDATE organization SET rendering_version = rendering_version + 1)
      UPDATE custom_emoji SET deactivated = true`);
    expect((await say(own)).status).toBe(400);
    await say({ emoji_name: 'tada' });
    expect(await statusOf()).toEqual(TADA);
  });

  it('ignore the deprecated away flag, which is a setting now', async () => {
    const queue = await bea.register();
    await say({ away: true });
    expect(await statusOf()).toEqual({ away: true });
    const settings = async () => (await ana.register({ fetch_event_types: ['user_settings'] })).state.user_settings;
    expect(await settings()).toMatchObject({ presence_enabled: false });
    await expectFreshSnapshot(queue);
    await say({ away: false });
    expect(await settings()).toMatchObject({ presence_enabled: true });
    await expectFreshSnapshot(queue);
    expect(queue.seen.flatMap(({ type, away }) => (type === 'user_status' ? [away] : []))).toEqual([true, false]);
  });

  it('can be set by administrators for other users', async () => {
    const parameters = { status_text: 'on leave', ...TADA };
    const entries = await leftBy(world, () => admin.ok('POST', `users/${ana.id}/status`, parameters));
    expect(await statusOf()).toEqual(parameters);
    expect(entries).toEqual([
      expect.objectContaining({ action: 'changed_status', object_type: 'user', object_id: ana.id, actor_id: admin.id }),
    ]);
    const { body } = await admin.post(`users/${ana.id}/status`, { status_text: '', away: true });
    expect(body).toMatchObject({ result: 'success', ignored_parameters_unsupported: ['away'] });
    expect(await statusOf()).toEqual(TADA);
    expect((await bea.post(`users/${ana.id}/status`, parameters)).body.code).toBe('UNAUTHORIZED_PRINCIPAL');
    expect((await admin.post(`users/${ana.id}/status`)).body.code).toBe('BAD_REQUEST');
    for (const id of ['4711', 'x', '99999999999999999999']) {
      expect((await admin.post(`users/${id}/status`, parameters)).body.code).toBe('BAD_REQUEST');
      expect((await bea.get(`users/${id}/status`)).body.code).toBe('BAD_REQUEST');
    }
  });

  it('omit deactivated users from lists until reactivation', async () => {
    const eva = await world.member('eva');
    await say({ status_text: 'on a voyage' }, eva);
    const queue = await bea.register();
    const listed = async () => (await bea.ok('POST', 'register', { fetch_event_types: ['user_status'] })).user_status;
    await admin.ok('DELETE', `users/${eva.id}`);
    expect(await listed()).not.toHaveProperty(String(eva.id));
    await expectFreshSnapshot(queue);
    const later = await bea.register();
    await admin.ok('POST', `users/${eva.id}/reactivate`);
    await eva.logInAgain();
    expect(await listed()).toHaveProperty(String(eva.id), { status_text: 'on a voyage' });
    await expectFreshSnapshot(later);
  });

  it('of deactivated users cannot be changed', async () => {
    const cid = await world.member('cid');
    await say({ status_text: 'gone fishing' }, cid);
    const queue = await bea.register();
    await admin.ok('DELETE', `users/${cid.id}`);
    expect((await admin.post(`users/${cid.id}/status`, { status_text: 'x' })).body.code).toBe('BAD_REQUEST');
    expect(await statusOf(cid)).toEqual({ status_text: 'gone fishing' });
    await expectFreshSnapshot(queue);
  });

  it('set at the same time end as one of them', async () => {
    const queue = await bea.register();
    await Promise.all(Array.from({ length: 8 }, (_, n) => say({ status_text: `number ${n}` })));
    await expectFreshSnapshot(queue);
  });
});

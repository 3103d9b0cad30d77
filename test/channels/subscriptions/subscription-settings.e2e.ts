import { expectFreshSnapshot } from '../../support/fold';
import type { ApiResponse, Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

describe('subscription settings', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let gus: Person;
  let stream_id: number;
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    gus = await world.guest('gus');
    await ana.subscribe('plans');
    stream_id = await ana.channelId('plans');
  });
  afterAll(() => world.stop());

  const change = (person: Person, changes: unknown): Promise<ApiResponse> =>
    person.post('users/me/subscriptions/properties', { subscription_data: changes });
  const settings = async (person: Person, id = stream_id): Promise<Record<string, unknown>> => {
    const { subscriptions } = await person.ok('GET', 'users/me/subscriptions');
    return (subscriptions as Record<string, unknown>[]).find((one) => one.stream_id === id)!;
  };
  const follow = (person: Person, parameters: Parameters = {}) =>
    person.register({
      fetch_event_types: ['subscription', 'stream'],
      include_subscribers: 'true',
      client_capabilities: { notification_settings_null: true },
      ...parameters,
    });

  it.each<[string, unknown, Record<string, unknown>]>([
    ['color', '#ABC', { color: '#ABC' }],
    ['color', '#A1b2C3', { color: '#A1b2C3' }],
    ['is_muted', true, { is_muted: true, in_home_view: false }],
    ['in_home_view', true, { is_muted: false, in_home_view: true }],
    ['pin_to_top', true, { pin_to_top: true }],
    ['desktop_notifications', true, { desktop_notifications: true }],
    ['audible_notifications', false, { audible_notifications: false }],
    ['push_notifications', true, { push_notifications: true }],
    ['email_notifications', false, { email_notifications: false }],
    ['wildcard_mentions_notify', false, { wildcard_mentions_notify: false }],
  ])('set %s to %j', async (property, value, expected) => {
    const { status, body } = await change(ana, [{ stream_id, property, value }]);
    expect([status, body]).toEqual([200, { result: 'success', msg: '' }]);
    expect(await settings(ana)).toMatchObject(expected);
  });

  it('send two events for muting, with the older name first', async () => {
    const queue = await follow(ana);
    const others = await follow(bo);
    await change(ana, [{ stream_id, property: 'is_muted', value: true }]);
    await change(ana, [{ stream_id, property: 'in_home_view', value: true }]);
    const update = { id: expect.any(Number), type: 'subscription', op: 'update', stream_id };
    expect(await queue.drain()).toEqual([
      { ...update, property: 'in_home_view', value: false },
      { ...update, property: 'is_muted', value: true },
      { ...update, property: 'in_home_view', value: true },
      { ...update, property: 'is_muted', value: false },
    ]);
    expect(await others.drain()).toEqual([]);
    await expectFreshSnapshot(queue);
  });

  it('send events for unchanged values, and the last of several values last', async () => {
    const queue = await follow(ana);
    const colors = ['#111111', '#222222', '#222222'].map((value) => ({ stream_id, property: 'color', value }));
    await change(ana, colors);
    expect((await queue.drain()).map(({ value }) => value)).toEqual(['#111111', '#222222', '#222222']);
    expect(await settings(ana)).toMatchObject({ color: '#222222' });
    await expectFreshSnapshot(queue);
  });

  it.each<[string, unknown]>([
    ['an unknown property', { property: 'invisible', value: true }],
    ['a property of all objects', { property: 'constructor', value: true }],
    ['a word instead of a boolean', { property: 'pin_to_top', value: 'true' }],
    ['a boolean instead of a colour', { property: 'color', value: true }],
    ['a colour that is none', { property: 'color', value: 'red' }],
    ['a number', { property: 'pin_to_top', value: 1 }],
    ['null, which cannot be sent', { property: 'desktop_notifications', value: null }],
    ['no value', { property: 'pin_to_top' }],
    ['a null byte', { property: 'color', value: '#\0' }],
    ['a channel by name', { stream_id: 'plans', property: 'pin_to_top', value: true }],
    ['an unknown channel', { stream_id: 987_654, property: 'pin_to_top', value: true }],
    ['a negative id', { stream_id: -1, property: 'pin_to_top', value: true }],
    ['an id beyond all numbers', { stream_id: 2 ** 60, property: 'pin_to_top', value: true }],
    ['an unexpected key', { property: 'pin_to_top', value: true, op: 'add' }],
  ])('reject %s, and with it the whole request', async (_, wrong) => {
    const before = await settings(ana);
    const queue = await follow(ana);
    const changes = [
      { stream_id, property: 'pin_to_top', value: !before.pin_to_top },
      { stream_id, ...(wrong as object) },
    ];
    const { status, body } = await change(ana, changes);
    expect(status).toBe(400);
    expect(['BAD_REQUEST', 'REQUEST_VARIABLE_MISSING']).toContain(body.code);
    expect(await settings(ana)).toEqual(before);
    expect(await queue.drain()).toEqual([]);
  });

  it('name a channel without a subscription only if the user may read it', async () => {
    await ana.subscribe('secret', { invite_only: true });
    await bo.subscribe('elsewhere');
    const [secret, elsewhere] = [await ana.channelId('secret'), await bo.channelId('elsewhere')];
    const pin = (id: number) => [{ stream_id: id, property: 'pin_to_top', value: true }];
    expect((await change(ana, pin(elsewhere))).body.msg).toContain(String(elsewhere));
    const hidden = await change(bo, pin(secret));
    const absent = await change(bo, pin(987_654));
    expect(hidden).toMatchObject({ status: 400, body: absent.body });
    expect(await change(gus, pin(elsewhere))).toMatchObject({ status: 400, body: absent.body });
  });

  it('cannot be changed in archived channels', async () => {
    await ana.subscribe('archive');
    const id = await ana.channelId('archive');
    await world.sql('UPDATE channel SET is_archived = true WHERE id = $1', [id]);
    const { status, body } = await change(ana, [{ stream_id: id, property: 'pin_to_top', value: true }]);
    expect([status, body.msg]).toEqual([400, 'Invalid channel ID']);
  });

  it('require their list and credentials, and report unknown parameters', async () => {
    const missing = await ana.post('users/me/subscriptions/properties');
    expect(missing.body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'subscription_data' });
    const anonymous = await world.request('POST', 'users/me/subscriptions/properties', { subscription_data: [] });
    expect([anonymous.status, anonymous.body.code]).toEqual([401, 'UNAUTHORIZED']);
    const parameters = { subscription_data: [], stream: 'plans', op: 'set' };
    const fine = await ana.ok('POST', 'users/me/subscriptions/properties', parameters);
    expect(fine).toEqual({ result: 'success', msg: '', ignored_parameters_unsupported: ['op', 'stream'] });
  });

  it('reject more changes than one request may make', async () => {
    const many = Array.from({ length: 2_001 }, () => ({ stream_id, property: 'pin_to_top', value: true }));
    expect((await change(ana, many)).status).toBe(400);
    expect((await change(ana, many.slice(1))).status).toBe(200);
  });
});

import { leftBy } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import type { ApiResponse, Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

describe('default channels', () => {
  let world: World;
  let admin: Person;
  let ana: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    admin = await world.admin('ada');
    ana = await world.member('ana');
    gus = await world.guest('gus');
  });
  afterAll(() => world.stop());

  const made = async (name: string, parameters: Parameters = {}): Promise<number> => {
    await ana.subscribe(name, parameters);
    return (await ana.ok('GET', 'get_stream_id', { stream: name })).stream_id as number;
  };
  const add = (person: Person, stream_id: unknown): Promise<ApiResponse> =>
    person.post('default_streams', { stream_id });
  const remove = (person: Person, stream_id: unknown): Promise<ApiResponse> =>
    person.delete('default_streams', { stream_id });
  const defaults = async (person: Person): Promise<number[]> =>
    (await person.register({ fetch_event_types: ['default_streams'] })).state.realm_default_streams as number[];
  const done = [200, { result: 'success', msg: '' }];
  const answer = ({ status, body }: ApiResponse) => [status, body];
  const unknown = [400, { result: 'error', msg: 'Invalid channel ID', code: 'BAD_REQUEST' }];

  it('are chosen by administrators, and new users are subscribed to them', async () => {
    const id = await made('welcome');
    expect(answer(await add(admin, id))).toEqual(done);
    expect(await defaults(ana)).toContain(id);
    const newcomer = await world.member('nina');
    const { subscriptions } = await newcomer.ok('GET', 'users/me/subscriptions');
    expect((subscriptions as { stream_id: number }[]).map(({ stream_id }) => stream_id)).toContain(id);

    expect(answer(await remove(world.owner, id))).toEqual(done);
    expect(await defaults(ana)).not.toContain(id);
    const { subscriptions: later } = await (await world.member('nora')).ok('GET', 'users/me/subscriptions');
    expect((later as { stream_id: number }[]).map(({ stream_id }) => stream_id)).not.toContain(id);
  });

  it('are sent as a whole list to all users but guests, who see none', async () => {
    const id = await made('told');
    const [own, members, guests] = [await admin.register(), await ana.register(), await gus.register()];
    expect(guests.state.realm_default_streams).toEqual([]);
    const before = await defaults(ana);
    await add(admin, id);
    await remove(admin, id);
    for (const queue of [own, members]) {
      const told = (await queue.drain()).filter(({ type }) => type === 'default_streams');
      expect(told.map(({ id: _, ...event }) => event)).toEqual([
        { type: 'default_streams', default_streams: [...before, id] },
        { type: 'default_streams', default_streams: before },
      ]);
    }
    expect(await guests.drain()).toEqual([]);
    for (const queue of [own, members, guests]) await expectFreshSnapshot(queue);
  });

  it('are not sent again when nothing changes', async () => {
    const id = await made('again');
    await add(admin, id);
    const queue = await ana.register();
    const entries = await leftBy(world, async () => expect(answer(await add(admin, id))).toEqual(done));
    await remove(admin, id);
    expect(answer(await remove(admin, id))).toEqual(done);
    expect(await queue.drain()).toHaveLength(1);
    expect(entries).toEqual([]);
  });

  it('equal the last event after concurrent changes', async () => {
    const ids: number[] = [];
    for (const name of ['one', 'two', 'three', 'four']) ids.push(await made(name));
    const queue = await ana.register();
    await Promise.all(ids.flatMap((id) => [add(admin, id), remove(world.owner, id), add(world.owner, id)]));
    await expectFreshSnapshot(queue);
  });

  it('are logged in the audit log', async () => {
    const id = await made('audited');
    const entries = await leftBy(world, async () => {
      await add(admin, id);
      await remove(admin, id);
    });
    expect(
      entries.map(({ actor_id, action, object_type, object_id, before, after }) => [
        actor_id,
        action,
        object_type,
        object_id,
        before,
        after,
      ]),
    ).toEqual([
      [admin.id, 'changed', 'channel', id, { is_default: false }, { is_default: true }],
      [admin.id, 'changed', 'channel', id, { is_default: true }, { is_default: false }],
    ]);
  });

  it('can be changed by administrators only', async () => {
    const id = await made('not yours');
    for (const person of [ana, gus, await world.moderator('mo')]) {
      for (const change of [add, remove]) {
        const { status, body } = await change(person, id);
        expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
        expect((await change(person, 999_999)).body).toEqual(body);
      }
    }
  });

  it('cannot be private', async () => {
    const id = await made('vault', { invite_only: true });
    await ana.subscribe('vault', { principals: [admin.id] });
    const { status, body } = await add(admin, id);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await defaults(ana)).not.toContain(id);
  });

  it('must be active channels that the administrator can read', async () => {
    const closed = await made('closed', { invite_only: true });
    const archived = await made('archived');
    await world.sql('UPDATE channel SET is_archived = true WHERE id = $1', [archived]);
    for (const id of [closed, archived, 999_999, Number.MAX_SAFE_INTEGER]) {
      expect(answer(await add(admin, id))).toEqual(unknown);
    }
    for (const id of [archived, 999_999]) expect(answer(await remove(admin, id))).toEqual(unknown);
    expect(answer(await remove(admin, closed))).toEqual(done);
  });

  it.each([
    ['nothing', {}, 'REQUEST_VARIABLE_MISSING'],
    ['a name', { stream_id: 'general' }, 'BAD_REQUEST'],
    ['a number in quotes', { stream_id: '"1"' }, 'BAD_REQUEST'],
    ['a negative number', { stream_id: -1 }, 'BAD_REQUEST'],
  ])('rejects %s as a channel', async (_, parameters, code) => {
    for (const send of [admin.post, admin.delete]) {
      const { status, body } = await send.call(admin, 'default_streams', parameters);
      expect([status, body.code]).toEqual([400, code]);
    }
  });

  it('have no groups', async () => {
    const { state } = await ana.register({ fetch_event_types: ['default_stream_groups'] });
    expect([state.realm_default_stream_groups, 'realm_default_streams' in state]).toEqual([[], false]);
  });
});

import type { ApiResponse, Parameters, Person } from '../support/person';
import { World } from '../support/world';

describe('mistake 11: requests for many objects, one of them forbidden', () => {
  let world: World;
  let owner: Person;
  let ana: Person;
  let bo: Person;
  let pat: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [ana, bo, pat] = [await world.member('ana'), await world.member('bo'), await world.member('pat')];
    await bo.subscribe(['of bo', 'open'], { principals: [bo.id, pat.id] });
    await bo.subscribe('hidden', { invite_only: true, principals: [bo.id, pat.id] });
    await ana.subscribe(['of ana', 'more of ana'], { principals: [ana.id, pat.id] });
  });
  afterAll(() => world.stop());

  const refusal = ({ status, body }: ApiResponse) => [status, body.code];
  const REFUSED = [400, 'BAD_REQUEST'];
  const idOf = async (name: string): Promise<number> =>
    (await world.sql<{ id: number }>('SELECT id::int FROM channel WHERE name = $1', [name]))[0].id;
  /** Everything that requests here could change. */
  const everything = () =>
    world.sql(
      `SELECT (SELECT jsonb_agg(s ORDER BY s.user_id, s.channel_id) FROM subscription s) AS subscriptions,
              (SELECT jsonb_agg(p ORDER BY p.user_id, p.channel_id, p.from_position) FROM subscription_period p) AS periods,
              (SELECT jsonb_agg(c ORDER BY c.id) FROM channel c) AS channels,
              (SELECT jsonb_agg(g ORDER BY g.id) FROM user_group g) AS groups,
              (SELECT jsonb_agg(m ORDER BY m.group_id, m.user_id) FROM user_group_member m) AS members,
              (SELECT jsonb_agg(m ORDER BY m.group_id, m.subgroup_id) FROM user_group_subgroup m) AS subgroups,
              (SELECT jsonb_agg(f ORDER BY f.id) FROM channel_folder f) AS folders,
              (SELECT jsonb_agg(o ORDER BY o.id) FROM organization o) AS organizations,
              (SELECT count(*) FROM message) AS messages, (SELECT count(*) FROM event_log) AS told,
              (SELECT count(*) FROM audit_log) AS audited`,
    );

  async function changesNothing(person: Person, method: string, path: string, parameters: Parameters): Promise<void> {
    const before = await everything();
    expect(refusal(await world.request(method, path, parameters, person.authorization))).toEqual(REFUSED);
    expect(await everything()).toEqual(before);
  }

  it('a request with one unreadable channel subscribes to none and creates none', async () => {
    for (const names of [
      ['fresh', 'open', 'hidden'],
      ['hidden', 'fresh'],
    ]) {
      const subscriptions = names.map((name) => ({ name }));
      await changesNothing(ana, 'POST', 'users/me/subscriptions', { subscriptions });
    }
  });

  it('a request subscribes to the other channels only on demand', async () => {
    const names = ['fresh one', 'hidden', 'open'];
    const answer = await ana.subscribe(names, { authorization_errors_fatal: false });
    expect(answer.unauthorized).toEqual(['hidden']);
    expect((answer.subscribed as Record<string, string[]>)[ana.id].sort()).toEqual(['fresh one', 'open']);
    expect((await bo.ok('GET', `streams/${await idOf('hidden')}/members`)).subscribers).toEqual([bo.id, pat.id]);
  });

  it('a request with one unknown user subscribes none', async () => {
    for (const principals of [
      [bo.id, 987_654],
      [pat.id, bo.id, -1],
    ]) {
      const subscriptions = [{ name: 'of ana' }, { name: 'fresh' }];
      await changesNothing(ana, 'POST', 'users/me/subscriptions', { subscriptions, principals });
    }
  });

  it('a request with a channel of others unsubscribes from none', async () => {
    const principals = [pat.id];
    for (const subscriptions of [
      ['of ana', 'of bo'],
      ['of ana', 'hidden'],
      ['of ana', 'no such'],
    ]) {
      await changesNothing(ana, 'DELETE', 'users/me/subscriptions', { subscriptions, principals });
    }
    await changesNothing(ana, 'DELETE', 'users/me/subscriptions', {
      subscriptions: ['of ana'],
      principals: [pat.id, 987_654],
    });
  });

  it('a request with an unreadable channel or without a subscription changes no setting', async () => {
    const change = async (name: string, property = 'pin_to_top', value: unknown = true) => ({
      stream_id: await idOf(name),
      property,
      value,
    });
    const bad = [
      await change('hidden'),
      await change('of bo'),
      await change('of ana', 'no_such'),
      await change('of ana', 'color', 'red'),
      { ...(await change('of ana')), stream_id: 987_654 },
    ];
    for (const last of bad) {
      const subscription_data = [await change('of ana'), await change('more of ana'), last];
      await changesNothing(ana, 'POST', 'users/me/subscriptions/properties', { subscription_data });
    }
  });

  it('a request with a forbidden property changes nothing of a channel', async () => {
    const path = `streams/${await idOf('of ana')}`;
    const good = {
      new_name: 'renamed',
      description: 'described',
      can_send_message_group: { new: await system('members') },
    };
    const bad: Parameters[] = [
      { can_subscribe_group: { new: 987_654 } },
      { can_remove_subscribers_group: { new: await system('nobody'), old: 987_654 } },
      { folder_id: 987_654 },
      { is_default_stream: true },
      { message_retention_days: 5 },
      { is_private: false, history_public_to_subscribers: false },
      { is_archived: false },
    ];
    for (const parameters of bad) {
      const before = await everything();
      expect((await ana.patch(path, { ...good, ...parameters })).status).toBe(400);
      expect(await everything()).toEqual(before);
    }
  });

  it('a request with a forbidden member or setting creates no channel and no group', async () => {
    const nobody = 987_654;
    const members = { direct_members: [nobody], direct_subgroups: [] };
    await changesNothing(ana, 'POST', 'channels/create', { name: 'fresh', subscribers: [bo.id, nobody] });
    await changesNothing(ana, 'POST', 'channels/create', {
      name: 'fresh',
      subscribers: [bo.id],
      can_send_message_group: members,
    });
    const group = { name: 'fresh', description: '' };
    await changesNothing(ana, 'POST', 'user_groups/create', { ...group, members: [bo.id, nobody] });
    await changesNothing(ana, 'POST', 'user_groups/create', { ...group, members: [bo.id], subgroups: [nobody] });
    await changesNothing(ana, 'POST', 'user_groups/create', { ...group, members: [], can_join_group: members });
  });

  it('a request with a forbidden change changes nothing of a group', async () => {
    const make = async (name: string, more: Parameters = {}) =>
      (await ana.ok('POST', 'user_groups/create', { name, description: '', members: [bo.id], ...more }))
        .group_id as number;
    const inner = await make('inner');
    const id = await make('outer', { subgroups: [inner] });
    const path = `user_groups/${id}/members`;
    await changesNothing(ana, 'POST', path, { add: [pat.id, 987_654] });
    await changesNothing(ana, 'POST', path, { add: [pat.id, bo.id] });
    await changesNothing(ana, 'POST', path, { add: [pat.id], delete: [ana.id] });
    await changesNothing(ana, 'POST', path, { delete: [bo.id], add_subgroups: [inner] });
    await changesNothing(ana, 'POST', path, { delete: [bo.id], add_subgroups: [id] });
    await changesNothing(ana, 'POST', path, { add: [pat.id], delete_subgroups: [inner, 987_654] });
    await changesNothing(ana, 'POST', `user_groups/${id}/subgroups`, { delete: [inner], add: [id] });
    await changesNothing(ana, 'PATCH', `user_groups/${id}`, { description: 'new', name: 'inner' });
    await changesNothing(ana, 'PATCH', `user_groups/${id}`, { name: 'new', can_join_group: { new: 987_654 } });
  });

  it('a request reorders all folders or none', async () => {
    const make = async (name: string) =>
      (await owner.ok('POST', 'channel_folders/create', { name })).channel_folder_id as number;
    const [one, two, three] = [await make('one'), await make('two'), await make('three')];
    for (const order of [[], [one, two], [one, two, three, 987_654], [one, one, two, three], [one, two, two]]) {
      await changesNothing(owner, 'PATCH', 'channel_folders', { order });
    }
    await owner.ok('PATCH', 'channel_folders', { order: [three, one, two] });
    const { channel_folders } = await owner.ok('GET', 'channel_folders');
    expect((channel_folders as { id: number }[]).map(({ id }) => id)).toEqual([three, one, two]);
  });

  it('a request with a forbidden setting changes nothing of the organization', async () => {
    const good = { can_add_custom_emoji_group: { new: await system('moderators') } };
    for (const bad of [
      { can_create_groups: { new: 987_654 } },
      { can_create_groups: { new: await system('nobody'), old: await system('owners') } },
      { new_stream_announcements_stream_id: 987_654 },
    ]) {
      const before = await everything();
      expect((await owner.patch('realm', { ...good, ...bad })).status).toBe(400);
      expect(await everything()).toEqual(before);
    }
  });

  async function system(name: string): Promise<number> {
    return (await world.sql<{ id: number }>('SELECT id::int FROM user_group WHERE name = $1', [`role:${name}`]))[0].id;
  }
});

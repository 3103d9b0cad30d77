import type { ApiResponse, Parameters, Person } from '../support/person';
import { World } from '../support/world';

/** The system groups that a setting rejects (docs/protocol/groups.md), written independently of the code. */
const REFUSED: Record<'channel' | 'group' | 'organization', Record<string, readonly string[]>> = {
  channel: {
    can_add_subscribers_group: ['internet', 'everyone'],
    can_administer_channel_group: ['internet', 'everyone'],
    can_delete_any_message_group: ['internet'],
    can_delete_own_message_group: ['internet'],
    can_move_messages_out_of_channel_group: ['internet'],
    can_move_messages_within_channel_group: ['internet'],
    can_remove_subscribers_group: ['internet'],
    can_resolve_topics_group: ['internet'],
    can_send_message_group: ['internet'],
    can_subscribe_group: ['internet', 'everyone'],
  },
  group: {
    can_add_members_group: ['internet', 'everyone'],
    can_join_group: ['internet', 'everyone'],
    can_leave_group: ['internet'],
    can_manage_group: ['internet', 'everyone'],
    can_mention_group: ['internet', 'owners'],
    can_remove_members_group: ['internet', 'everyone'],
  },
  organization: {
    create_multiuse_invite_group: ['internet', 'everyone'],
    can_access_all_users_group: ['internet', 'nobody', 'owners', 'administrators', 'moderators', 'fullmembers'],
    can_add_custom_emoji_group: ['internet', 'everyone'],
    can_add_subscribers_group: ['internet', 'everyone'],
    can_create_bots_group: ['internet', 'everyone'],
    can_create_write_only_bots_group: ['internet', 'everyone'],
    can_create_groups: ['internet', 'everyone'],
    can_create_public_channel_group: ['internet', 'everyone'],
    can_create_private_channel_group: ['internet', 'everyone'],
    can_create_web_public_channel_group: ['internet', 'everyone', 'members', 'fullmembers'],
    can_delete_any_message_group: ['internet', 'everyone'],
    can_delete_own_message_group: ['internet'],
    can_invite_users_group: ['internet', 'everyone'],
    can_manage_all_groups: ['internet', 'everyone', 'nobody'],
    can_manage_billing_group: ['internet', 'everyone', 'nobody'],
    can_mention_many_users_group: ['internet'],
    can_move_messages_between_channels_group: ['internet', 'everyone'],
    can_move_messages_between_topics_group: ['internet'],
    can_resolve_topics_group: ['internet'],
    can_set_delete_message_policy_group: ['internet', 'everyone'],
    can_set_topics_policy_group: ['internet'],
    can_summarize_topics_group: ['internet'],
    direct_message_initiator_group: ['internet'],
    direct_message_permission_group: ['internet'],
    second_factor_required: ['internet'],
  },
};
const SYSTEM = ['nobody', 'owners', 'administrators', 'moderators', 'fullmembers', 'members', 'everyone', 'internet'];
const SYSTEM_ONLY = ['can_access_all_users_group', 'can_create_web_public_channel_group'];

describe('mistake 6: forbidden group settings', () => {
  let world: World;
  let owner: Person;
  let ana: Person;
  let channelId: number;
  let made = 0;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    ana = await world.member('ana');
    await owner.subscribe('place');
    channelId = await owner.channelId('place');
  });
  afterAll(() => world.stop());

  const system = async (name: string): Promise<number> =>
    (await world.sql<{ id: number }>('SELECT id::int FROM user_group WHERE name = $1', [`role:${name}`]))[0].id;
  const group = async (parameters: Parameters = {}): Promise<number> =>
    (await owner.ok('POST', 'user_groups/create', { name: `g${made++}`, description: '', members: [], ...parameters }))
      .group_id as number;
  const refusal = ({ status, body }: ApiResponse) => [status, body.code];
  const REFUSAL = [400, 'BAD_REQUEST'];

  /** Where the settings of a table are changed. */
  const change = async (table: keyof typeof REFUSED, parameters: Parameters): Promise<ApiResponse> => {
    if (table === 'channel') return owner.patch(`streams/${channelId}`, parameters);
    if (table === 'organization') return owner.patch('realm', parameters);
    return owner.patch(`user_groups/${await group()}`, parameters);
  };

  const settings = Object.entries(REFUSED).flatMap(([table, rules]) =>
    Object.entries(rules).map(([name, refused]) => [table, name, refused] as const),
  );

  it.each(settings)('are rejected, those of the tables and no others: %s %s', async (table, name, refused) => {
    const before = await valuesOf(table, name);
    for (const one of refused) {
      const id = await system(one);
      for (const value of [id, { direct_members: [], direct_subgroups: [id] }]) {
        const answer = await change(table as 'channel', { [name]: { new: value } });
        expect([one, ...refusal(answer)]).toEqual([one, ...REFUSAL]);
      }
    }
    expect(await valuesOf(table, name)).toEqual(before);
    for (const one of SYSTEM.filter((each) => !refused.includes(each))) {
      const answer = await change(table as 'channel', { [name]: { new: await system(one) } });
      expect([one, answer.status, answer.body.msg]).toEqual([one, 200, '']);
    }
    if (table !== 'group') {
      const [[value]] = [await valuesOf(table, name)];
      expect((await change(table as 'channel', { [name]: { new: before[0], old: value } })).status).toBe(200);
    }
  });

  it.each(SYSTEM_ONLY)('are rejected where a system group is required: %s', async (setting_name) => {
    for (const value of [await group(), { direct_members: [owner.id], direct_subgroups: [] }]) {
      const { status, body } = await owner.patch('realm', { [setting_name]: { new: value } });
      expect([status, body.code, body.setting_name]).toEqual([400, 'SYSTEM_GROUP_REQUIRED', setting_name]);
    }
  });

  it.each<[string, unknown]>([
    ['no update object', 11],
    ['an update object without a value', { old: 11 }],
    ['an empty update object', {}],
    ['null as the value', { new: null }],
    ['an unknown key', { new: 11, newer: 11 }],
    ['a set that lacks a list', { new: { direct_members: [] } }],
    ['a set with an unknown key', { new: { direct_members: [], direct_subgroups: [], also: [] } }],
    ['a text as the id', { new: '11' }],
    ['a fraction', { new: 11.5 }],
    ['a negative id', { new: -11 }],
    ['an unknown group', { new: 987_654 }],
    ['an unknown subgroup', { new: { direct_members: [], direct_subgroups: [987_654] } }],
    ['an unknown member', { new: { direct_members: [987_654], direct_subgroups: [] } }],
    ['an id beyond numbers', { new: 2 ** 53 }],
    ['a list of lists', { new: { direct_members: [[1]], direct_subgroups: [] } }],
  ])('are rejected in every place: %s', async (_, value) => {
    expect(refusal(await change('channel', { can_subscribe_group: value }))).toEqual(REFUSAL);
    expect(refusal(await change('group', { can_join_group: value }))).toEqual(REFUSAL);
    expect(refusal(await change('organization', { can_create_groups: value }))).toEqual(REFUSAL);
  });

  it('are read and compared in one stored form', async () => {
    const seven = await group();
    const nobody = await system('nobody');
    const set = async (value: object) => change('channel', { can_resolve_topics_group: value as never });
    const value = async () => (await valuesOf('channel', 'can_resolve_topics_group'))[0];
    expect((await set({ new: { direct_members: [], direct_subgroups: [seven] } })).status).toBe(200);
    expect(await value()).toBe(seven);
    const written = { direct_members: [], direct_subgroups: [seven, seven] };
    expect((await set({ new: { direct_members: [], direct_subgroups: [] }, old: written })).status).toBe(200);
    expect(await value()).toBe(nobody);
    const both = { direct_members: [owner.id, ana.id, owner.id], direct_subgroups: [] };
    expect((await set({ new: both, old: { direct_members: [], direct_subgroups: [] } })).status).toBe(200);
    expect(await value()).toEqual({ direct_members: [owner.id, ana.id].sort((a, b) => a - b), direct_subgroups: [] });
  });

  it('are not changed with a wrong expected value, even to the current one', async () => {
    const [moderators, nobody] = [await system('moderators'), await system('nobody')];
    const id = await group({ can_join_group: moderators });
    for (const value of [nobody, moderators]) {
      const { status, body } = await owner.patch(`user_groups/${id}`, { can_join_group: { new: value, old: nobody } });
      expect([status, body.code, body.field_name]).toEqual([400, 'EXPECTATION_MISMATCH', 'old']);
    }
    // A group differs from a set of the same users.
    const set = { direct_members: [owner.id], direct_subgroups: [moderators] };
    const { body } = await owner.patch(`user_groups/${id}`, { can_join_group: { new: nobody, old: set } });
    expect(body.code).toBe('EXPECTATION_MISMATCH');
  });

  it('never contain a group within itself, on a path of any length', async () => {
    const chain = [await group()];
    for (let depth = 0; depth < 5; depth++) chain.push(await group({ subgroups: [chain[chain.length - 1]] }));
    for (const id of chain) {
      const answers = [
        await owner.post(`user_groups/${chain[0]}/subgroups`, { add: [id] }),
        await owner.post(`user_groups/${chain[0]}/members`, { add_subgroups: [id] }),
      ];
      expect(answers.map(refusal)).toEqual([REFUSAL, REFUSAL]);
    }
    const { subgroups } = await owner.ok('GET', `user_groups/${chain[0]}/subgroups`);
    expect(subgroups).toEqual([]);
  });

  it('never contain a group within itself, also with two concurrent halves of a cycle', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await group(), await group()];
      const answers = await Promise.all([
        owner.post(`user_groups/${one}/subgroups`, { add: [other] }),
        owner.post(`user_groups/${other}/subgroups`, { add: [one] }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it('change once when two requests expect the same value', async () => {
    const [moderators, nobody, members] = [await system('moderators'), await system('nobody'), await system('members')];
    const groupId = await group({ can_join_group: nobody });
    const places: [string, string][] = [
      [`streams/${channelId}`, 'can_delete_any_message_group'],
      [`user_groups/${groupId}`, 'can_join_group'],
      ['realm', 'can_invite_users_group'],
    ];
    for (const [path, name] of places) {
      await owner.ok('PATCH', path, { [name]: { new: nobody } });
      const answers = await Promise.all(
        [moderators, members, moderators, members].map((value) =>
          owner.patch(path, { [name]: { new: value, old: nobody } }),
        ),
      );
      const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code)).sort();
      expect([path, ...codes]).toEqual([path, ...Array.from({ length: 3 }, () => 'EXPECTATION_MISMATCH'), 'done']);
    }
  });

  it('of system groups cannot be edited', async () => {
    const id = await system('moderators');
    const requests: [string, string, Parameters?][] = [
      ['PATCH', `user_groups/${id}`, { description: 'mine' }],
      ['PATCH', `user_groups/${id}`, { can_mention_group: { new: await system('nobody') } }],
      ['POST', `user_groups/${id}/deactivate`],
      ['POST', `user_groups/${id}/members`, { add: [ana.id] }],
      ['POST', `user_groups/${id}/subgroups`, { add: [await group()] }],
    ];
    for (const [method, path, parameters] of requests) {
      expect(refusal(await world.request(method, path, parameters, owner.authorization))).toEqual(REFUSAL);
    }
  });

  async function valuesOf(table: string, name: string): Promise<[unknown]> {
    if (table === 'group') return [null];
    if (table === 'channel') {
      return [((await owner.ok('GET', `streams/${channelId}`)).stream as Record<string, unknown>)[name]];
    }
    return [(await owner.register({ fetch_event_types: ['realm'] })).state[`realm_${name}`]];
  }
});

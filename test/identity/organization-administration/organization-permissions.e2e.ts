import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

/** Whether it may be `nobody` and `everyone`; then the default (docs/protocol/settings.md). */
const PERMISSIONS: Record<string, [nobody: boolean, everyone: boolean, byDefault: string]> = {
  create_multiuse_invite_group: [true, false, 'administrators'],
  can_add_custom_emoji_group: [true, false, 'members'],
  can_add_subscribers_group: [true, false, 'members'],
  can_create_bots_group: [true, false, 'members'],
  can_create_write_only_bots_group: [true, false, 'members'],
  can_create_groups: [true, false, 'members'],
  can_create_public_channel_group: [true, false, 'members'],
  can_create_private_channel_group: [true, false, 'members'],
  can_delete_any_message_group: [true, false, 'administrators'],
  can_delete_own_message_group: [true, true, 'everyone'],
  can_invite_users_group: [true, false, 'members'],
  can_manage_all_groups: [false, false, 'owners'],
  can_manage_billing_group: [false, false, 'administrators'],
  can_mention_many_users_group: [true, true, 'administrators'],
  can_move_messages_between_channels_group: [true, false, 'members'],
  can_move_messages_between_topics_group: [true, true, 'everyone'],
  can_resolve_topics_group: [true, true, 'everyone'],
  can_set_delete_message_policy_group: [true, false, 'moderators'],
  can_set_topics_policy_group: [true, true, 'members'],
  can_summarize_topics_group: [true, true, 'everyone'],
  direct_message_initiator_group: [true, true, 'everyone'],
  direct_message_permission_group: [true, true, 'everyone'],
  second_factor_required: [true, true, 'nobody'],
};

describe('permission settings of an organization', () => {
  let world: World;
  let owner: Person;
  let alma: Person;
  let ben: Person;
  let gus: Person;
  let groups: Record<string, number>;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    alma = await world.admin('alma');
    ben = await world.member('ben');
    gus = await world.guest('gus');
    const listed = (await owner.ok('GET', 'user_groups')).user_groups as { id: number; name: string }[];
    groups = Object.fromEntries(listed.map(({ id, name }) => [name.replace('role:', ''), id]));
  });
  afterAll(() => world.stop());

  const registered = async (person: Person) => (await person.register({ fetch_event_types: ['realm'] })).state;
  const withoutEnvelope = ({ result: _, msg: __, ...rest }: Record<string, unknown>) => rest;
  const anything = { fetch_event_types: ['realm', 'realm_user', 'realm_user_groups'] };

  describe.each(Object.entries(PERMISSIONS))('%s', (name, [nobody, everyone, byDefault]) => {
    it('has the documented default and accepts the documented groups', async () => {
      expect((await registered(ben))[`realm_${name}`]).toBe(groups[byDefault]);
      const allowed: [string, boolean][] = [
        ['nobody', nobody],
        ['owners', true],
        ['administrators', true],
        ['moderators', true],
        ['fullmembers', true],
        ['members', true],
        ['everyone', everyone],
        ['internet', false],
      ];
      for (const [group, isAllowed] of allowed) {
        const { status, body } = await owner.patch('realm', { [name]: { new: groups[group] } });
        expect([group, status, body.code]).toEqual([group, ...(isAllowed ? [200, undefined] : [400, 'BAD_REQUEST'])]);
        if (!isAllowed && group !== 'nobody') {
          const hidden = { direct_members: [ben.id], direct_subgroups: [groups[group]] };
          expect((await owner.patch('realm', { [name]: { new: hidden } })).body.code).toBe('BAD_REQUEST');
        }
      }
    });

    it('is changed by comparison with the old value, sends an event, and sends none when repeated', async () => {
      const set = { direct_members: [owner.id, alma.id], direct_subgroups: [groups.moderators] };
      const stored = { ...set, direct_members: [owner.id, alma.id].sort((a, b) => a - b) };
      await owner.ok('PATCH', 'realm', { [name]: { new: groups.moderators } });
      const queue = await gus.register(anything);
      const { body } = await owner.patch('realm', { [name]: { new: set, old: groups.members } });
      expect([body.code, body.field_name]).toEqual(['EXPECTATION_MISMATCH', 'old']);
      const current = { direct_members: [], direct_subgroups: [groups.moderators] };
      const answer = await owner.ok('PATCH', 'realm', { [name]: { new: set, old: current } });
      expect(withoutEnvelope(answer)).toEqual({ [name]: stored });
      expect(withoutEnvelope(await owner.ok('PATCH', 'realm', { [name]: { new: stored, old: set } }))).toEqual({});
      const told = (await queue.drain()).filter(({ type }) => type === 'realm');
      const event = { type: 'realm', op: 'update_dict', property: 'default', data: { [name]: stored } };
      expect(told).toEqual([{ id: told[0].id, ...event }]);
      await expectFreshSnapshot(queue);
      await owner.ok('PATCH', 'realm', { [name]: { new: groups[byDefault] } });
    });
  });

  it.each([
    ['can_access_all_users_group', ['everyone', 'members'], 'everyone'],
    ['can_create_web_public_channel_group', ['moderators', 'administrators', 'nobody', 'owners'], 'owners'],
  ])('%s accepts only some system groups', async (name, allowed, byDefault) => {
    expect((await registered(ben))[`realm_${name}`]).toBe(groups[byDefault]);
    for (const [group, id] of Object.entries(groups)) {
      const { status, body } = await alma.patch('realm', { [name]: { new: id } });
      expect([group, status, body.code]).toEqual([
        group,
        ...(allowed.includes(group) ? [200, undefined] : [400, 'BAD_REQUEST']),
      ]);
    }
    const { body } = await alma.patch('realm', { [name]: { new: { direct_members: [ben.id], direct_subgroups: [] } } });
    expect([body.code, body.setting_name]).toEqual(['SYSTEM_GROUP_REQUIRED', name]);
    await alma.ok('PATCH', 'realm', { [name]: { new: groups[byDefault] } });
  });

  it('applies a changed permission to the next request', async () => {
    const making = (name: string) => ben.post('users/me/subscriptions', { subscriptions: [{ name }] });
    await owner.ok('PATCH', 'realm', { can_create_public_channel_group: { new: groups.administrators } });
    expect((await making('refused')).status).toBe(400);
    const set = { direct_members: [ben.id], direct_subgroups: [] };
    await owner.ok('PATCH', 'realm', { can_create_public_channel_group: { new: set } });
    expect((await making('allowed')).status).toBe(200);
  });

  it('gives guests no permission by a setting that excludes the group everyone', async () => {
    const set = { direct_members: [gus.id], direct_subgroups: [] };
    await owner.ok('PATCH', 'realm', { can_create_public_channel_group: { new: set } });
    const { state } = await gus.register({ fetch_event_types: ['realm_user'] });
    expect([state.can_create_streams, state.can_create_public_streams]).toEqual([false, false]);
  });
});

import { GroupNode, GroupSetting, PermissionGraph, SYSTEM_GROUPS, SystemGroupIds } from '@app/identity';
import type { ChannelForActor } from '../records/channel';
import { ChannelAccess } from './access';

const groups = SYSTEM_GROUPS.map(({ name, contains }, at) => ({ name, id: at + 1, contains }));
const idOf = (name: string): number => groups.find((one) => one.name === name)!.id;
const system = Object.fromEntries(groups.map(({ name, id }) => [name, id])) as unknown as SystemGroupIds;
/** A named group with user 7 in it, itself in group 21. */
const custom = [
  { id: 20, name: 'night shift', isSystem: false, isDeactivated: false, members: [7], subgroups: [] },
  { id: 21, name: 'all shifts', isSystem: false, isDeactivated: false, members: [], subgroups: [20] },
];
const nodes = [
  ...groups.map(({ id, name, contains }) => ({
    id,
    name,
    isSystem: true,
    isDeactivated: false,
    members: [],
    subgroups: contains ? [idOf(contains)] : [],
  })),
  ...custom,
] as unknown as GroupNode[];
const graph = new PermissionGraph(1 as never, 1, nodes, system, 0, () => 0);

const nobody = system['role:nobody'];
const permissions: ChannelForActor['permissions'] = {
  can_add_subscribers_group: nobody,
  can_administer_channel_group: nobody,
  can_delete_any_message_group: nobody,
  can_delete_own_message_group: nobody,
  can_move_messages_out_of_channel_group: nobody,
  can_move_messages_within_channel_group: nobody,
  can_remove_subscribers_group: system['role:administrators'],
  can_resolve_topics_group: nobody,
  can_send_message_group: system['role:everyone'],
  can_subscribe_group: nobody,
};

const channel = {
  id: 5,
  organizationId: 1,
  name: 'sales',
  isPrivate: false,
  isWebPublic: false,
  historyPublicToSubscribers: true,
  isArchived: false,
  topicsPolicy: 'inherit',
  permissions,
  isSubscribed: false,
} as ChannelForActor;

const KINDS = {
  webPublic: { ...channel, isWebPublic: true },
  public: channel,
  shared: { ...channel, isPrivate: true },
  protected: { ...channel, isPrivate: true, historyPublicToSubscribers: false },
};
const ROLES = { owner: 100, admin: 200, moderator: 300, member: 400, guest: 600 };

const accessOf = (role: number, addsAnywhere: GroupSetting = system['role:members']): ChannelAccess =>
  new ChannelAccess({ userId: 7 as never, role, joinedAt: 0 }, graph, {
    permissions: { can_add_subscribers_group: addsAnywhere } as never,
  });

const withSetting = (
  base: ChannelForActor,
  name: keyof typeof permissions,
  setting: GroupSetting,
): ChannelForActor => ({
  ...base,
  permissions: { ...permissions, [name]: setting },
});

const subscribed = (base: ChannelForActor): ChannelForActor => ({ ...base, isSubscribed: true });

describe('ChannelAccess', () => {
  describe.each<[keyof typeof KINDS, keyof typeof ROLES, boolean, string]>([
    // kind, role, is subscribed: m metadata, c content, p posts
    ['webPublic', 'owner', false, 'mcp'],
    ['webPublic', 'member', false, 'mcp'],
    ['webPublic', 'guest', false, 'mcp'],
    ['webPublic', 'guest', true, 'mcp'],
    ['public', 'admin', false, 'mcp'],
    ['public', 'member', false, 'mcp'],
    ['public', 'guest', false, ''],
    ['public', 'guest', true, 'mcp'],
    ['shared', 'owner', false, 'm'],
    ['shared', 'admin', false, 'm'],
    ['shared', 'moderator', false, ''],
    ['shared', 'member', false, ''],
    ['shared', 'guest', false, ''],
    ['shared', 'member', true, 'mcp'],
    ['shared', 'guest', true, 'mcp'],
    ['protected', 'owner', false, 'm'],
    ['protected', 'member', false, ''],
    ['protected', 'guest', false, ''],
    ['protected', 'member', true, 'mcp'],
  ])('of a %s channel, for a %s (subscribed: %s)', (kind, role, isSubscribed, expected) => {
    it(`is ${expected || 'nothing'}`, () => {
      const access = accessOf(ROLES[role]);
      const one = { ...KINDS[kind], isSubscribed };
      const found = [access.seesMetadata(one) && 'm', access.readsContent(one) && 'c', access.posts(one) && 'p'];
      expect(found.filter(Boolean).join('')).toBe(expected);
    });
  });

  describe.each<[string, GroupSetting]>([
    ['named', { direct_members: [7], direct_subgroups: [] }],
    ['in a group', 20],
    ['in a group within a group', 21],
    ['in a group within a set', { direct_members: [], direct_subgroups: [21, nobody] }],
    ['of a role', system['role:members']],
  ])('of a user who is %s in a setting', (_, setting) => {
    it.each(['can_subscribe_group', 'can_add_subscribers_group'] as const)(
      '%s opens the content to members',
      (name) => {
        const one = withSetting(KINDS.shared, name, setting);
        expect(accessOf(ROLES.member).readsHistory(one)).toBe('all');
      },
    );

    it('can_administer_channel_group opens the metadata alone', () => {
      const one = withSetting(KINDS.shared, 'can_administer_channel_group', setting);
      expect(accessOf(ROLES.member).seesMetadata(one)).toBe(true);
      expect(accessOf(ROLES.member).readsContent(one)).toBe(false);
    });

    it.each(['can_subscribe_group', 'can_add_subscribers_group', 'can_administer_channel_group'] as const)(
      '%s never opens anything to guests',
      (name) => {
        const one = withSetting(KINDS.shared, name, setting);
        expect(accessOf(ROLES.guest).seesMetadata(one)).toBe(false);
        expect(accessOf(ROLES.guest).administers(one)).toBe(false);
      },
    );
  });

  it('reads only what it received where history is protected', () => {
    expect(accessOf(ROLES.member).readsHistory(subscribed(KINDS.protected))).toBe('received');
    expect(accessOf(ROLES.owner).readsHistory(KINDS.protected)).toBeNull();
  });

  it('does not post into archived channels, nor where the setting names other users', () => {
    const archived = subscribed({ ...channel, isArchived: true });
    const closed = subscribed(withSetting(channel, 'can_send_message_group', system['role:administrators']));
    expect(accessOf(ROLES.member).posts(archived)).toBe(false);
    expect(accessOf(ROLES.member).posts(closed)).toBe(false);
    expect(accessOf(ROLES.admin).posts(closed)).toBe(true);
  });

  it('does not post without a subscription if history is protected, even if the content is readable', () => {
    const open = withSetting(KINDS.protected, 'can_subscribe_group', 20);
    expect(accessOf(ROLES.member).posts(open)).toBe(false);
    expect(accessOf(ROLES.member).posts(subscribed(open))).toBe(true);
  });

  describe('adding subscribers', () => {
    it('requires a permission of the organization, of the channel or of administration', () => {
      expect(accessOf(ROLES.member).addsSubscribers(channel)).toBe(true);
      expect(accessOf(ROLES.member, nobody).addsSubscribers(channel)).toBe(false);
      expect(
        accessOf(ROLES.member, nobody).addsSubscribers(withSetting(channel, 'can_add_subscribers_group', 20)),
      ).toBe(true);
      expect(
        accessOf(ROLES.member, nobody).addsSubscribers(withSetting(channel, 'can_administer_channel_group', 20)),
      ).toBe(true);
      expect(accessOf(ROLES.admin, nobody).addsSubscribers(channel)).toBe(true);
    });

    it('requires access to the content, also of administrators', () => {
      expect(accessOf(ROLES.owner).addsSubscribers(KINDS.shared)).toBe(false);
      expect(accessOf(ROLES.owner).addsSubscribers(subscribed(KINDS.shared))).toBe(true);
    });

    it('is not for guests', () => {
      const everybodys = withSetting(channel, 'can_add_subscribers_group', {
        direct_members: [7],
        direct_subgroups: [],
      });
      expect(accessOf(ROLES.guest).addsSubscribers(subscribed(everybodys))).toBe(false);
    });
  });

  describe('removing subscribers', () => {
    it('is allowed to administrators, also in private channels without a subscription', () => {
      expect(accessOf(ROLES.admin).removesSubscribers(KINDS.protected)).toBe(true);
      expect(accessOf(ROLES.member).removesSubscribers(channel)).toBe(false);
    });

    it('requires visible metadata', () => {
      const open = withSetting(KINDS.shared, 'can_remove_subscribers_group', 20);
      expect(accessOf(ROLES.member).removesSubscribers(open)).toBe(false);
      expect(accessOf(ROLES.member).removesSubscribers(subscribed(open))).toBe(true);
    });
  });
});

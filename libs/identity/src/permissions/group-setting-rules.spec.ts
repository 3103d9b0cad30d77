import type { UserGroupId } from '@app/kernel';
import {
  GroupSettingIsNotAllowed,
  SystemGroupIsRequired,
  UserGroupIsDeactivated,
  UserGroupIsUnknown,
} from './user-group.errors';
import type { GroupSetting } from '../roles/group-setting';
import { assertGroupSettingIsAllowed } from './group-setting-rules';
import type { GroupNode } from '../records/user-group';
import { CHANNEL_SETTINGS, ORGANIZATION_SETTINGS, USER_GROUP_SETTINGS } from '../roles/setting-tables';
import { SYSTEM_GROUPS, SystemGroupName } from '../roles/system-groups';

const CUSTOM = 20;
const DEACTIVATED = 21;
const idOf = (name: SystemGroupName) => SYSTEM_GROUPS.findIndex((group) => group.name === name) + 1;

const nodes = new Map<number, GroupNode>();
const add = (id: number, name: string, isSystem: boolean, isDeactivated: boolean) =>
  nodes.set(id, { id: id as UserGroupId, name, isSystem, isDeactivated, members: [], subgroups: [] });
SYSTEM_GROUPS.forEach(({ name }) => add(idOf(name), name, true, false));
add(CUSTOM, 'backend', false, false);
add(DEACTIVATED, 'former', false, true);
const groups = { group: (id: number) => nodes.get(id) };

const set = (...direct_subgroups: number[]): GroupSetting => ({ direct_members: [5], direct_subgroups });

describe('allowed values of a group setting', () => {
  it.each<[string, () => void, new (...args: never[]) => Error]>([
    ['an unknown group', () => check('can_subscribe_group', 99), UserGroupIsUnknown],
    ['an unknown group in a set', () => check('can_subscribe_group', set(99)), UserGroupIsUnknown],
    ['a deactivated group', () => check('can_subscribe_group', DEACTIVATED), UserGroupIsDeactivated],
    ['a deactivated group in a set', () => check('can_subscribe_group', set(DEACTIVATED)), UserGroupIsDeactivated],
    [
      'everyone where only members may be',
      () => check('can_subscribe_group', idOf('role:everyone')),
      GroupSettingIsNotAllowed,
    ],
    [
      'everyone hidden in a set',
      () => check('can_subscribe_group', set(idOf('role:everyone'))),
      GroupSettingIsNotAllowed,
    ],
    ['the internet', () => check('can_send_message_group', idOf('role:internet')), GroupSettingIsNotAllowed],
  ])('refuses %s', (_, attempt, error) => {
    expect(attempt).toThrow(error);
  });

  it.each<[string, GroupSetting]>([
    ['a group', CUSTOM],
    ['a set', set(CUSTOM)],
    ['nobody', idOf('role:nobody')],
    ['members', idOf('role:members')],
  ])('allows %s', (_, value) => {
    expect(() => check('can_subscribe_group', value)).not.toThrow();
  });

  it('refuses the group of owners as the users who may mention a group', () => {
    const rule = USER_GROUP_SETTINGS.can_mention_group;
    expect(() => assertGroupSettingIsAllowed('can_mention_group', rule, idOf('role:owners'), groups)).toThrow(
      GroupSettingIsNotAllowed,
    );
  });

  it('refuses the group without members where at least one user is required', () => {
    const rule = ORGANIZATION_SETTINGS.can_manage_all_groups;
    const attempt = () => assertGroupSettingIsAllowed('can_manage_all_groups', rule, idOf('role:nobody'), groups);
    expect(attempt).toThrow(GroupSettingIsNotAllowed);
  });

  it('requires a system group, by name, where only system groups are allowed', () => {
    const rule = ORGANIZATION_SETTINGS.can_access_all_users_group;
    for (const value of [CUSTOM, set(idOf('role:members'))]) {
      const attempt = () => assertGroupSettingIsAllowed('can_access_all_users_group', rule, value, groups);
      expect(attempt).toThrow(SystemGroupIsRequired);
      expect(attempt).toThrow(expect.objectContaining({ extra: { setting_name: 'can_access_all_users_group' } }));
    }
    const moderators = () =>
      assertGroupSettingIsAllowed('can_access_all_users_group', rule, idOf('role:moderators'), groups);
    expect(moderators).toThrow(GroupSettingIsNotAllowed);
  });
});

function check(name: keyof typeof CHANNEL_SETTINGS, value: GroupSetting): void {
  assertGroupSettingIsAllowed(name, CHANNEL_SETTINGS[name], value, groups);
}

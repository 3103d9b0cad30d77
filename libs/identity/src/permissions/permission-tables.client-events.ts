import { CHANNEL_SETTINGS, ORGANIZATION_SETTINGS, SettingRule, USER_GROUP_SETTINGS } from '../roles/setting-tables';
import { SYSTEM_GROUPS, SystemGroupName } from '../roles/system-groups';

type Table = Readonly<Record<string, SettingRule>>;

/** The groups that each group setting allows, for clients that offer the choice. */
export const SUPPORTED_PERMISSION_SETTINGS = {
  realm: published(ORGANIZATION_SETTINGS, 'creator'),
  stream: published(CHANNEL_SETTINGS, 'channel_creator'),
  group: published(USER_GROUP_SETTINGS, 'group_creator', 'role:nobody'),
};

function published(table: Table, creator: string, forSystemGroups: SystemGroupName | null = null): object {
  const rows = Object.entries(table).map(([name, rule]) => {
    const published = {
      require_system_group: rule.needsSystemGroup,
      allow_internet_group: false,
      allow_nobody_group: rule.allowsNobody,
      allow_everyone_group: rule.allowsEveryone,
      default_group_name: rule.default === 'creator' ? creator : rule.default,
      default_for_system_groups: forSystemGroups,
      allowed_system_groups: allowedGroups(rule),
    };
    return [name, published] as const;
  });
  return Object.fromEntries(rows);
}

/** Empty: all groups that the flags allow. A rule that forbids another group must list all allowed ones. */
function allowedGroups({ allowed, forbidden, allowsNobody, allowsEveryone }: SettingRule): readonly SystemGroupName[] {
  if (forbidden.length === 0) return allowed;
  const refused = new Set<SystemGroupName>(['role:internet', ...forbidden]);
  if (!allowsNobody) refused.add('role:nobody');
  if (!allowsEveryone) refused.add('role:everyone');
  return SYSTEM_GROUPS.map(({ name }) => name).filter((name) => !refused.has(name));
}

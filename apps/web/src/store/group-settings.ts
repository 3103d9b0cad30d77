const IS_SETTING = /^(realm_)?(can|create|direct)_\w+_groups?$/;

/** The settings of an object without a deactivated user. Settings that are a group stay. */
export function withoutUser<T extends object>(object: T, userId: number): T {
  const changed = Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
    if (!IS_SETTING.test(name) || !isSet(value) || !value.direct_members.includes(userId)) return [];
    return [[name, { ...value, direct_members: value.direct_members.filter((id) => id !== userId) }]];
  });
  return changed.length === 0 ? object : { ...object, ...Object.fromEntries(changed) };
}

const isSet = (value: unknown): value is { direct_members: number[] } =>
  typeof value === 'object' && value !== null && 'direct_members' in value;

import type { OrganizationSettings } from '../records/organization-settings';
import type { OrganizationSettingName } from '../roles/setting-tables';

/** What says how users log in, and how long that lasts. */
const LOGIN_SETTINGS: ReadonlySet<string> = new Set<keyof OrganizationSettings | OrganizationSettingName>([
  'authenticationMethods',
  'second_factor_required',
  'sessionIdleSeconds',
  'sessionLifetimeSeconds',
  'reauthenticationSeconds',
]);

/** Whether a change makes logins weaker or stronger, and so needs a fresh one. */
export const concernsLogins = ({ settings, permissions }: { settings: object; permissions: object }): boolean =>
  [...Object.keys(settings), ...Object.keys(permissions)].some((name) => LOGIN_SETTINGS.has(name));

import type { Actor } from '@app/platform';
import { UserCreationIsNotPermitted } from '../records/account.errors';
import { MustBeAdministrator, MustBeOwner, MustNotBeGuest } from '../errors';
import type { OrganizationSettings } from '../records/organization-settings';
import { isAdministrator, isGuest, isOwner, Role } from '../roles/role';
import type { OrganizationSettingName } from '../roles/setting-tables';
import type { SpecialPermission } from '../roles/special-permission';

type Roled = Pick<Actor, 'role'>;

/** @throws MustBeAdministrator; owners count as administrators */
export function assertAdministrator({ role }: Roled): void {
  if (!isAdministrator(role)) throw new MustBeAdministrator();
}

/** @throws MustBeOwner */
export function assertOwner({ role }: Roled): void {
  if (!isOwner(role)) throw new MustBeOwner();
}

/** @throws MustNotBeGuest */
export function assertNotGuest({ role }: Roled): void {
  if (isGuest(role)) throw new MustNotBeGuest();
}

/**
 * Administrators with the operator's special permission may create users (docs/protocol/users.md).
 * @throws MustBeAdministrator, UserCreationIsNotPermitted
 */
export function assertMayCreateUsers(actor: Roled, special: readonly SpecialPermission[]): void {
  assertAdministrator(actor);
  if (!special.includes('can_create_users')) throw new UserCreationIsNotPermitted();
}

/**
 * Only owners may make a user an owner, or change the role of an owner.
 * @throws MustBeAdministrator, MustBeOwner
 */
export function assertMayChangeRole(actor: Roled, from: Role, to: Role): void {
  assertAdministrator(actor);
  if (isOwner(from) || isOwner(to)) assertOwner(actor);
}

/** Only owners may change these settings (docs/protocol/personal.md). */
const OWNERS_SETTINGS: ReadonlySet<string> = new Set<keyof OrganizationSettings | OrganizationSettingName>([
  'authenticationMethods',
  'messageRetentionDays',
  'waitingPeriodThreshold',
  'inviteRequired',
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'can_manage_billing_group',
  'second_factor_required',
  'sessionIdleSeconds',
  'sessionLifetimeSeconds',
  'reauthenticationSeconds',
]);

/** @throws MustBeAdministrator, MustBeOwner for some of the settings, changed or not */
export function assertMayChangeOrganization(actor: Roled, settings: readonly string[]): void {
  assertAdministrator(actor);
  if (settings.some((name) => OWNERS_SETTINGS.has(name))) assertOwner(actor);
}

import { EmailChangesAreDisabled } from '../confirmations/link.errors';
import type { Organization } from '../records/organization';
import { isAdministrator } from '../roles/role';

/** @throws EmailChangesAreDisabled unless the user is an administrator */
export function assertMayChangeEmail({ settings }: Organization, { role }: { role: number }): void {
  if (settings.emailChangesDisabled && !isAdministrator(role)) throw new EmailChangesAreDisabled();
}

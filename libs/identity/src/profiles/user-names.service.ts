import { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import { Organizations } from '../organizations/organizations.service';
import { NameChangesAreDisabled } from '../records/account.errors';
import type { Organization } from '../records/organization';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { isAdministrator } from '../roles/role';
import { checkedFullName } from '../users/full-name';
import { ManagedProfiles } from '../users/managed-profiles.port';
import { Users } from '../users/users.service';
import { IdentityClientEvents } from './identity.client-events';

/** Changes full names. */
@Injectable()
export class UserNames {
  constructor(
    private readonly rows: UserRepository,
    private readonly users: Users,
    private readonly managed: ManagedProfiles,
    private readonly organizations: Organizations,
    private readonly clients: IdentityClientEvents,
    private readonly audit: Audit,
  ) {}

  /**
   * Changes the caller's own name. The caller's transaction holds the organization's lock.
   * @throws NameChangesAreDisabled, NameIsManaged, and what `rename` throws
   */
  async renameOwn({ organizationId, userId, role }: Actor, fullName: string): Promise<void> {
    const user = await this.users.get(organizationId, userId);
    const name = fullName.trim();
    if (name === '' || name === user.fullName) return;
    const organization = await this.organizations.current(organizationId);
    if (organization.settings.nameChangesDisabled && !isAdministrator(role)) throw new NameChangesAreDisabled();
    await this.managed.assertNameIsFree(organizationId, userId);
    await this.rename(organization, user, name);
  }

  /**
   * Changes the name of another user, for an administrator. The caller's transaction holds the organization's lock.
   * @throws NameIsManaged, and what `rename` throws
   */
  async renameOther(organization: Organization, user: User, given: string): Promise<void> {
    const name = given.trim();
    if (name === '' || name === user.fullName) return;
    await this.managed.assertNameIsFree(organization.id, user.id);
    await this.rename(organization, user, name);
  }

  /**
   * Changes the name. The caller's transaction holds the organization's lock. A blank name leaves the name as it is.
   * @throws FullNameIsInvalid, FullNameIsTaken
   */
  async rename({ id: organizationId, settings }: Organization, user: User, given: string): Promise<void> {
    if (given.trim() === '') return;
    const fullName = checkedFullName(given);
    if (fullName === user.fullName) return;
    if (settings.requireUniqueNames) await this.users.assertNameIsFree(organizationId, fullName, user.id);
    await this.rows.rename(user.id, fullName);
    const renamed = { ...user, fullName };
    this.audit.record({ organizationId, action: 'renamed', object: { type: 'user', id: user.id } });
    await this.clients.tellName(user, renamed);
  }
}

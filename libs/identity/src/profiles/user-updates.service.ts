import type { UserId } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { EmailChangeIsNotPermitted } from '../records/account.errors';
import { UserIsUnknown } from '../errors';
import { isOwner, Role } from '../roles/role';
import type { User } from '../records/user';
import { assertAdministrator, assertMayChangeRole } from '../permissions/access';
import { Users } from '../users/users.service';
import { Organizations } from '../organizations/organizations.service';
import { PreparedProfile, ProfileFields, ProfileValueChange } from '../profile-fields/profile-fields.service';
import { Profiles } from './profiles.service';
import { SpecialPermissions } from '../users/special-permissions.service';
import { UserAddresses } from './user-addresses.service';
import { UserNames } from './user-names.service';
import { UserRoles } from '../user-changes/user-roles.service';

/** The wanted changes of an account; absent fields stay as they are. */
export interface UserPatch {
  fullName?: string;
  role?: Role;
  profile?: readonly ProfileValueChange[];
  /** The real address. */
  email?: string;
}

/** Changes of accounts by administrators (docs/protocol/users.md). */
@Injectable()
export class UserUpdates {
  constructor(
    private readonly users: Users,
    private readonly roles: UserRoles,
    private readonly names: UserNames,
    private readonly addresses: UserAddresses,
    private readonly profiles: Profiles,
    private readonly profileFields: ProfileFields,
    private readonly organizations: Organizations,
    private readonly special: SpecialPermissions,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Applies all changes or none, in the order of docs/protocol/users.md. A value that is already set is not a change.
   * @throws MustBeAdministrator, UserIsUnknown, EmailChangeIsNotPermitted, MustBeOwner, LastOwnerMustStay,
   * GuestCannotBecomeAdministrator, FullNameIsInvalid, FullNameIsTaken, NameIsManaged, ProfileValueIsManaged, EmailIsInvalid, EmailIsTaken,
   * EmailIsNotAdmitted
   */
  async update(actor: Actor, idOrEmail: string, patch: UserPatch): Promise<void> {
    assertAdministrator(actor);
    const { organizationId } = actor;
    const { id } = await this.profiles.locate(actor, idOrEmail);
    const profile = patch.profile ? await this.prepared(actor, id, patch.profile) : null;
    await this.transactions.run([lock.organization(organizationId), lock.user(id)], async () => {
      const current = await this.users.acting(actor);
      assertAdministrator(current);
      const user = await this.users.get(organizationId, id);
      if (user.isSystemBot) throw new UserIsUnknown();
      if (patch.email !== undefined) await this.assertMayChangeEmails(current);
      const organization = await this.organizations.current(organizationId);
      if (patch.role !== undefined && patch.role !== user.role) {
        assertMayChangeRole(current, user.role, patch.role);
        await this.roles.set(organizationId, id, patch.role);
      }
      const { fullName, email } = patch;
      const now = () => this.users.get(organizationId, id);
      if (fullName !== undefined) await this.names.renameOther(organization, await now(), fullName);
      if (profile) await this.profileFields.set(profile());
      if (email !== undefined) await this.addresses.change(await now(), email.trim());
    });
  }

  /** Prepares the values before the transaction. Their errors are thrown later, in the documented order. */
  private async prepared(
    actor: Actor,
    userId: UserId,
    changes: readonly ProfileValueChange[],
  ): Promise<() => PreparedProfile> {
    try {
      await this.profileFields.assertNoneIsManaged(actor.organizationId, userId, changes);
      const prepared = await this.profileFields.prepare(actor, userId, changes);
      return () => prepared;
    } catch (error) {
      return () => {
        throw error;
      };
    }
  }

  /** @throws EmailChangeIsNotPermitted */
  private async assertMayChangeEmails({ id, role }: User): Promise<void> {
    const isPermitted = isOwner(role) && (await this.special.of(id)).includes('can_change_user_emails');
    if (!isPermitted) throw new EmailChangeIsNotPermitted();
  }
}

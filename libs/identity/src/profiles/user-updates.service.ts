import type { UserId } from '@app/kernel';
import { Actor, Config, DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { EMAIL_VISIBILITY, placeholderEmail } from '../records/email-address';
import { EmailChangeIsNotPermitted } from '../records/account.errors';
import { UserIsUnknown } from '../errors';
import type { UserIdentity } from '../events';
import { checkedFullName } from '../users/full-name';
import type { Organization } from '../records/organization';
import { isOwner, Role } from '../roles/role';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { assertAdministrator, assertMayChangeRole } from '../permissions/access';
import { Users } from '../users/users.service';
import { AddressRules } from '../email-domains/address-rules.service';
import { Audit } from '../audit/audit.service';
import { Organizations } from '../organizations/organizations.service';
import { PreparedProfile, ProfileFields, ProfileWish } from '../profile-fields/profile-fields.service';
import { Profiles } from './profiles.service';
import { SpecialPermissions } from '../users/special-permissions.service';
import { UserRoles } from '../user-changes/user-roles.service';
import { UserClientEvents } from '../user-changes/users.client-events';

/** The wanted changes of an account; absent fields stay as they are. */
export interface UserWish {
  fullName?: string;
  role?: Role;
  profile?: readonly ProfileWish[];
  /** The real address. */
  email?: string;
}

/** Changes of accounts by administrators, and of names and addresses (docs/protocol/users.md). */
@Injectable()
export class UserUpdates {
  constructor(
    private readonly rows: UserRepository,
    private readonly addresses: AddressRules,
    private readonly users: Users,
    private readonly roles: UserRoles,
    private readonly profiles: Profiles,
    private readonly organizations: Organizations,
    private readonly special: SpecialPermissions,
    private readonly profileFields: ProfileFields,
    private readonly clients: UserClientEvents,
    private readonly events: DomainEventBus,
    private readonly audit: Audit,
    private readonly config: Config,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Applies all changes or none, in the order of docs/protocol/users.md. A value that is already set is not a change.
   * @throws MustBeAdministrator, UserIsUnknown, EmailChangeIsNotPermitted, MustBeOwner, LastOwnerMustStay,
   * GuestCannotBecomeAdministrator, FullNameIsInvalid, FullNameIsTaken, EmailIsInvalid, EmailIsTaken,
   * EmailIsNotAdmitted
   */
  async update(actor: Actor, idOrEmail: string, wish: UserWish): Promise<void> {
    assertAdministrator(actor);
    const { organizationId } = actor;
    const { id } = await this.profiles.locate(actor, idOrEmail);
    const profile = wish.profile ? await this.prepared(actor, id, wish.profile) : null;
    await this.transactions.run([lock.organization(organizationId), lock.user(id)], async () => {
      const current = await this.users.acting(actor);
      assertAdministrator(current);
      const user = await this.users.get(organizationId, id);
      if (user.isSystemBot) throw new UserIsUnknown();
      if (wish.email !== undefined) await this.assertMayChangeEmails(current);
      const organization = await this.organizations.current(organizationId);
      if (wish.role !== undefined && wish.role !== user.role) {
        assertMayChangeRole(current, user.role, wish.role);
        await this.roles.set(organizationId, id, wish.role);
      }
      const { fullName, email } = wish;
      const now = () => this.users.get(organizationId, id);
      if (fullName !== undefined) await this.rename(organization, await now(), fullName);
      if (profile) await this.profileFields.set(profile());
      if (email !== undefined) await this.changeEmail(await now(), email.trim());
    });
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
    await this.clients.tellChange(renamed, { full_name: fullName });
    await this.raiseChanged(user, renamed);
  }

  /**
   * Changes the real address. The caller's transaction holds the organization's lock.
   * @throws EmailIsInvalid, EmailIsTaken
   */
  async changeEmail(user: User, deliveryEmail: string): Promise<void> {
    if (deliveryEmail === user.deliveryEmail) return;
    const isOtherSpelling = deliveryEmail.toLowerCase() === user.deliveryEmail.toLowerCase();
    if (!isOtherSpelling) {
      await this.users.assertEmailIsFree(user.organizationId, deliveryEmail);
      await this.addresses.assertAdmits(await this.organizations.current(user.organizationId), deliveryEmail);
    }
    await this.storeAddresses(user, { ...user, deliveryEmail });
    this.audit.record({
      organizationId: user.organizationId,
      action: 'changed_email',
      object: { type: 'user', id: user.id },
    });
  }

  /**
   * Changes who may see the real address of an account. Takes the locks that it needs.
   * @param visibility one of `EMAIL_VISIBILITY`
   */
  async changeEmailVisibility(
    organizationId: User['organizationId'],
    userId: UserId,
    visibility: number,
  ): Promise<void> {
    await this.transactions.run([lock.organization(organizationId), lock.user(userId)], async () => {
      const user = await this.users.get(organizationId, userId);
      if (visibility === user.emailAddressVisibility) return;
      await this.storeAddresses(user, { ...user, emailAddressVisibility: visibility });
    });
  }

  private async storeAddresses(before: User, changed: User): Promise<void> {
    const isPublic = changed.isBot || changed.emailAddressVisibility === EMAIL_VISIBILITY.everyone;
    const email = isPublic ? changed.deliveryEmail : placeholderEmail(changed.id, this.config.emailDomain);
    const after = { ...changed, email };
    await this.rows.updateAddresses(after);
    await this.clients.tellAddresses(before, after);
    await this.raiseChanged(before, after);
  }

  /** Prepares the values before the transaction. Their errors are thrown later, in the documented order. */
  private async prepared(actor: Actor, userId: UserId, wishes: readonly ProfileWish[]): Promise<() => PreparedProfile> {
    try {
      const prepared = await this.profileFields.prepare(actor, userId, wishes);
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

  @Raises('UserChanged')
  private async raiseChanged(one: User, other: User): Promise<void> {
    const names = (['fullName', 'email', 'deliveryEmail'] as const).filter((name) => one[name] !== other[name]);
    if (names.length === 0) return;
    const pick = (user: User): Partial<UserIdentity> => Object.fromEntries(names.map((name) => [name, user[name]]));
    const { id: userId, organizationId } = one;
    await this.events.raise('UserChanged', { organizationId, userId, before: pick(one), after: pick(other) });
  }
}

import type { OrganizationId, UserId } from '@app/kernel';
import { Actor, Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ownAvatarSource } from '../pictures/avatar';
import {
  EMAIL_VISIBILITY,
  isEmailAddress,
  isReservedEmail,
  notificationBotEmail,
  placeholderEmail,
  welcomeBotEmail,
} from '../records/email-address';
import { EmailIsInvalid, EmailIsTaken, FullNameIsTaken } from '../records/account.errors';
import { UserIsUnknown } from '../errors';
import { AccountIsDeactivated } from '../records/account.errors';
import { checkedFullName } from './full-name';
import type { Organization } from '../records/organization';
import { ROLE, Role } from '../roles/role';
import type { SpecialPermission } from '../roles/special-permission';
import type { User } from '../records/user';
import { SYSTEM_BOT_NAME } from './reserved-names';
import { UserRepository, UserRow } from '../records/user.repository';

export interface NewAccount {
  email: string;
  fullName: string;
  role: Role;
  passwordHash: string | null;
  specialPermissions?: readonly SpecialPermission[];
}

/** The type of a generic bot in the protocol. */
const GENERIC_BOT = 1;

/** Creates accounts and applies the rules for their fields. */
@Injectable()
export class Accounts {
  constructor(
    private readonly users: UserRepository,
    private readonly config: Config,
  ) {}

  /** @throws UserIsUnknown */
  async get(organizationId: OrganizationId, id: number): Promise<User> {
    const user = await this.users.find(organizationId, id);
    if (!user) throw new UserIsUnknown();
    return user;
  }

  /**
   * Reads the actor again under the organization's lock, because role and account may have changed while the request
   * waited.
   * @throws AccountIsDeactivated
   */
  async acting({ organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>): Promise<User> {
    const user = await this.get(organizationId, userId);
    if (!user.isActive) throw new AccountIsDeactivated();
    return user;
  }

  /**
   * Runs before expensive work, and again in the transaction that creates the account.
   * @throws EmailIsInvalid, EmailIsTaken
   */
  async assertEmailIsFree(organizationId: OrganizationId, email: string): Promise<void> {
    if (!isEmailAddress(email) || isReservedEmail(email, this.config.emailDomain)) throw new EmailIsInvalid();
    const [holder] = await this.users.findByEmail(organizationId, email);
    if (holder) throw new EmailIsTaken();
  }

  /** @throws FullNameIsTaken */
  async assertNameIsFree(organizationId: OrganizationId, fullName: string, exceptId: UserId | null): Promise<void> {
    if (await this.users.isNameTaken(organizationId, fullName, exceptId)) throw new FullNameIsTaken();
  }

  /** @throws EmailIsInvalid, EmailIsTaken, FullNameIsInvalid, FullNameIsTaken */
  async open({ id: organizationId, settings, userDefaults }: Organization, account: NewAccount): Promise<UserId> {
    const { email, role, passwordHash, specialPermissions = [] } = account;
    const fullName = checkedFullName(account.fullName);
    await this.assertEmailIsFree(organizationId, email);
    if (settings.requireUniqueNames) await this.assertNameIsFree(organizationId, fullName, null);
    const visibility = settings.defaultEmailAddressVisibility;
    const id = await this.users.nextId();
    return this.insert({
      id,
      organizationId,
      email: visibility === EMAIL_VISIBILITY.everyone ? email : placeholderEmail(id, this.config.emailDomain),
      deliveryEmail: email,
      emailAddressVisibility: visibility,
      fullName,
      role,
      isBot: false,
      isSystemBot: false,
      botType: null,
      passwordHash,
      specialPermissions,
      avatarSource: ownAvatarSource(this.config),
      // The defaults of the organization apply to new users only. They never change the settings of existing users.
      settings: { ...userDefaults, default_language: settings.defaultLanguage },
    });
  }

  openForNotificationBot(organization: Organization): Promise<UserId> {
    const email = notificationBotEmail(this.config.emailDomain);
    return this.openForSystemBot(organization.id, SYSTEM_BOT_NAME.notification, email);
  }

  /** The caller holds the organization's lock. */
  async openForWelcomeBot(organizationId: OrganizationId): Promise<UserId> {
    let attempt = 1;
    const email = () => welcomeBotEmail(this.config.emailDomain, attempt);
    while ((await this.users.findByEmail(organizationId, email())).length > 0) attempt++;
    return this.openForSystemBot(organizationId, SYSTEM_BOT_NAME.welcome, email());
  }

  private async openForSystemBot(organizationId: OrganizationId, fullName: string, email: string): Promise<UserId> {
    return this.insert({
      id: await this.users.nextId(),
      organizationId,
      email,
      deliveryEmail: email,
      emailAddressVisibility: EMAIL_VISIBILITY.everyone,
      fullName,
      role: ROLE.member,
      isBot: true,
      isSystemBot: true,
      botType: GENERIC_BOT,
      passwordHash: null,
      specialPermissions: [],
      avatarSource: ownAvatarSource(this.config),
      settings: {},
    });
  }

  private async insert(row: UserRow): Promise<UserId> {
    await this.users.insert(row);
    return row.id;
  }
}

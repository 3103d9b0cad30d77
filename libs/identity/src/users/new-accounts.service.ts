import { type OrganizationId, type UserId, single } from '@app/kernel';
import { Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ownAvatarSource } from '../pictures/avatar';
import { EMAIL_VISIBILITY, notificationBotEmail, placeholderEmail, welcomeBotEmail } from '../records/email-address';
import { checkedFullName } from './full-name';
import type { Organization } from '../records/organization';
import { ROLE, Role } from '../roles/role';
import type { SpecialPermission } from '../roles/special-permission';
import { SYSTEM_BOT_NAME } from './reserved-names';
import { UserRepository, UserRow } from '../records/user.repository';
import { Users } from './users.service';

export interface NewAccount {
  email: string;
  fullName: string;
  role: Role;
  passwordHash: string | null;
  specialPermissions?: readonly SpecialPermission[];
}

/** The type of a generic bot in the protocol. */
const GENERIC_BOT = 1;

/**
 * Inserts accounts whose fields keep the rules. It tells no client: `NewUsers`, `SystemBots` and `OrganizationCreation`
 * do.
 */
@Injectable()
export class NewAccounts {
  constructor(
    private readonly rows: UserRepository,
    private readonly users: Users,
    private readonly config: Config,
  ) {}

  /** @throws EmailIsInvalid, EmailIsTaken, FullNameIsInvalid, FullNameIsTaken */
  async open(organization: Organization, account: NewAccount): Promise<UserId> {
    return single(await this.openAll(organization, [account]));
  }

  /**
   * As `open`, for several accounts at once: the number of statements does not depend on how many they are. Returns
   * their ids, in the order of the accounts.
   */
  async openAll(organization: Organization, accounts: readonly NewAccount[]): Promise<UserId[]> {
    const { id: organizationId, settings } = organization;
    const named = accounts.map((account) => ({ ...account, fullName: checkedFullName(account.fullName) }));
    await this.users.assertEmailsAreFree(
      organizationId,
      named.map(({ email }) => email),
    );
    const names = named.map(({ fullName }) => fullName);
    if (settings.requireUniqueNames) await this.users.assertNamesAreFree(organizationId, names);
    const ids = await this.rows.nextIds(named.length);
    const rows = named.map((account, at) => this.rowOf(organization, account, ids[at]!));
    await this.rows.insert(rows);
    return ids;
  }

  private rowOf(
    { id: organizationId, settings, userDefaults }: Organization,
    account: NewAccount,
    id: UserId,
  ): UserRow {
    const { email, fullName, role, passwordHash, specialPermissions = [] } = account;
    const visibility = settings.defaultEmailAddressVisibility;
    return {
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
    };
  }

  openForNotificationBot(organization: Organization): Promise<UserId> {
    const email = notificationBotEmail(this.config.emailDomain);
    return this.openForSystemBot(organization.id, SYSTEM_BOT_NAME.notification, email);
  }

  /** The caller holds the organization's lock. */
  async openForWelcomeBot(organizationId: OrganizationId): Promise<UserId> {
    let attempt = 1;
    const email = () => welcomeBotEmail(this.config.emailDomain, attempt);
    while ((await this.rows.findByEmail(organizationId, email())).length > 0) attempt++;
    return this.openForSystemBot(organizationId, SYSTEM_BOT_NAME.welcome, email());
  }

  private async openForSystemBot(organizationId: OrganizationId, fullName: string, email: string): Promise<UserId> {
    return this.insert({
      id: await this.rows.nextId(),
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
    await this.rows.insert([row]);
    return row.id;
  }
}

import type { OrganizationId, UserId } from '@app/kernel';
import { Config, DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '../records/email-address';
import { UserIsUnknown } from '../errors';
import type { NewcomerChannels } from '../events';
import { bareHost } from '../records/organization';
import { isOwner, ROLE, Role } from '../roles/role';
import { assertRoleMayChange } from './role-change';
import { isEmailVisibleTo, User, Viewer } from '../records/user';
import { SYSTEM_BOT_NAME } from '../accounts/reserved-names';
import { UserRepository } from '../records/user.repository';
import { Accounts } from '../accounts/accounts.service';
import { Audit } from '../audit/audit.service';
import { NewcomerLocks } from './newcomer-locks.service';
import { Organizations } from '../organizations/organizations.service';
import { UserClientEvents } from './users.client-events';

export interface NewUser {
  organizationId: OrganizationId;
  /** The real address. */
  email: string;
  fullName: string;
  /** The result of `Passwords.hash`, computed before the transaction; `null`: the account has no password. */
  passwordHash: string | null;
  /** Default: member. */
  role?: Role;
  /** The channels of the invitation; absent or `null`: the user was not invited. */
  joining?: NewcomerChannels | null;
}

/** The accounts of an organization. Accounts of other organizations are treated as absent. */
@Injectable()
export class Users {
  private readonly notificationBots = new Map<OrganizationId, UserId>();

  constructor(
    private readonly rows: UserRepository,
    private readonly accounts: Accounts,
    private readonly organizations: Organizations,
    private readonly clients: UserClientEvents,
    private readonly newcomerLocks: NewcomerLocks,
    private readonly events: DomainEventBus,
    private readonly audit: Audit,
    private readonly config: Config,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Creates an account. All users of the organization are told.
   * @throws FullNameIsInvalid, EmailIsInvalid, EmailIsTaken
   */
  create(newUser: NewUser): Promise<User> {
    const { organizationId } = newUser;
    return this.transactions.runWhenStable({
      resolve: () => this.newcomerLocks.of(organizationId),
      locksOf: (ofNewcomer) => [lock.organization(organizationId), ...ofNewcomer],
      work: () => this.createLocked(newUser),
    });
  }

  @Raises('UserCreated')
  private async createLocked({
    organizationId,
    email,
    fullName,
    passwordHash,
    role = ROLE.member,
    joining = null,
  }: NewUser): Promise<User> {
    const organization = await this.organizations.current(organizationId);
    const userId = await this.accounts.open(organization, { email, fullName, role, passwordHash });
    const user = await this.accounts.get(organizationId, userId);
    this.audit.record({ organizationId, action: 'created', object: { type: 'user', id: userId }, after: { role } });
    await this.clients.tellAdded(user, organization);
    await this.events.raise('UserCreated', { organizationId, userId, role, isBot: false, joining });
    return user;
  }

  /**
   * Changes the role of an account; does nothing if it already has the role. All users of the organization are told.
   * @throws UserIsUnknown, LastOwnerMustStay, GuestCannotBecomeAdministrator
   */
  @Raises('UserRoleChanged')
  async setRole(organizationId: OrganizationId, userId: UserId, to: Role): Promise<User> {
    return this.transactions.run([lock.organization(organizationId)], async () => {
      const user = await this.accounts.get(organizationId, userId);
      const from = user.role;
      if (from === to) return user;
      const activeOwners = await this.rows.countActiveOwners(organizationId);
      assertRoleMayChange({ from, to, activeOwners, countsAsOwner: isOwner(from) && user.isActive && !user.isBot });
      await this.rows.updateRole(userId, to);
      await this.organizations.raiseVersion(organizationId);
      const object = { type: 'user', id: userId };
      this.audit.record({ organizationId, action: 'changed', object, before: { role: from }, after: { role: to } });
      const changed = { ...user, role: to };
      await this.clients.tellRole(changed, from, to, await this.organizations.current(organizationId));
      await this.events.raise('UserRoleChanged', { organizationId, userId, from, to });
      return changed;
    });
  }

  /** @throws EmailIsInvalid, EmailIsTaken; to be asked before the password is hashed */
  assertEmailIsFree(organizationId: OrganizationId, email: string): Promise<void> {
    return this.accounts.assertEmailIsFree(organizationId, email);
  }

  /** @throws UserIsUnknown */
  get(organizationId: OrganizationId, id: number): Promise<User> {
    return this.accounts.get(organizationId, id);
  }

  /** The users that exist, including deactivated accounts and all bots. */
  async byIds(organizationId: OrganizationId, ids: readonly number[]): Promise<Map<UserId, User>> {
    const users = ids.length === 0 ? [] : await this.rows.findByIds(organizationId, ids);
    return new Map(users.map((user) => [user.id, user]));
  }

  /**
   * Users by lower-case address: the API address, or the real one if the viewer may see it. Unknown and hidden
   * addresses are absent.
   */
  async byEmails(
    organizationId: OrganizationId,
    emails: readonly string[],
    viewer: Viewer,
  ): Promise<Map<string, User>> {
    const found = new Map<string, User>();
    for (const user of await this.rows.findByEmails(organizationId, emails.filter(isStorable))) {
      if (isEmailVisibleTo(user, viewer)) found.set(user.deliveryEmail.toLowerCase(), user);
      found.set(user.email.toLowerCase(), user);
    }
    return found;
  }

  /**
   * Finds a user by an address as in `byEmails`, or by the placeholder address of an account, whether or not the
   * account uses it.
   * @throws UserIsUnknown for an unknown and for a hidden address alike
   */
  async byEmail(organizationId: OrganizationId, email: string, viewer: Viewer): Promise<User> {
    const named = await this.idOfPlaceholder(organizationId, email);
    if (named !== null) return this.get(organizationId, named);
    if (!isEmailAddress(email)) throw new UserIsUnknown();
    const user = (await this.byEmails(organizationId, [email], viewer)).get(email.toLowerCase());
    if (!user) throw new UserIsUnknown();
    return user;
  }

  /** Independent of visibility. For the operator, who may see every address. */
  async byDeliveryEmail(organizationId: OrganizationId, email: string): Promise<User> {
    const users = isStorable(email) ? await this.rows.findByEmail(organizationId, email) : [];
    const user = users.find((one) => one.deliveryEmail.toLowerCase() === email.toLowerCase()) ?? users[0];
    if (!user) throw new UserIsUnknown();
    return user;
  }

  /** Ascending by id, including deactivated accounts and bots, without system bots; `ids` `null`: all users. */
  async list(organizationId: OrganizationId, ids: readonly number[] | null): Promise<User[]> {
    return (await this.rows.list(organizationId, ids)).filter(({ isSystemBot }) => !isSystemBot);
  }

  /** Ids of all active accounts, ascending, including bots, without system bots. */
  activeIds(organizationId: OrganizationId): Promise<UserId[]> {
    return this.rows.activeIds(organizationId, ROLE.owner, ROLE.guest);
  }

  /** Ids of the active guests, ascending, for audiences that exclude guests. */
  guestIds(organizationId: OrganizationId): Promise<UserId[]> {
    return this.rows.activeIds(organizationId, ROLE.guest, ROLE.guest);
  }

  /** Which of the accounts, of any organization, are guests. */
  guestsAmong(ids: readonly UserId[]): Promise<UserId[]> {
    return ids.length === 0 ? Promise.resolve([]) : this.rows.withRole(ids, ROLE.guest);
  }

  /** Ids of the active administrators and owners, ascending. */
  administratorIds(organizationId: OrganizationId): Promise<UserId[]> {
    return this.rows.activeIds(organizationId, ROLE.owner, ROLE.administrator);
  }

  /** Ids of the active owners, ascending. */
  ownerIds(organizationId: OrganizationId): Promise<UserId[]> {
    return this.rows.activeIds(organizationId, ROLE.owner, ROLE.owner);
  }

  /**
   * The users that mentions name: by full name, ignoring case, or by id. Includes deactivated accounts; ascending by
   * id; one query.
   */
  async findMentioned(
    organizationId: OrganizationId,
    names: readonly string[],
    ids: readonly number[],
  ): Promise<User[]> {
    if (names.length === 0 && ids.length === 0) return [];
    return this.rows.findByNamesOrIds(organizationId, names, ids);
  }

  /** The bot that sends the server's notices. */
  async notificationBot(organizationId: OrganizationId): Promise<User> {
    const known = this.notificationBots.get(organizationId);
    if (known !== undefined) return this.get(organizationId, known);
    const bot = await this.rows.findSystemBot(organizationId, SYSTEM_BOT_NAME.notification);
    if (!bot) throw new Error(`The organization ${organizationId} has no notification bot.`);
    this.notificationBots.set(organizationId, bot.id);
    return bot;
  }

  /**
   * The bot that sends the server's messages to new users. It is created at first use, under the organization's lock,
   * which the transaction of a new account holds.
   */
  async welcomeBot(organizationId: OrganizationId): Promise<User> {
    const known = await this.rows.findSystemBot(organizationId, SYSTEM_BOT_NAME.welcome);
    if (known) return known;
    return this.transactions.run([lock.organization(organizationId)], async () => {
      const madeMeanwhile = await this.rows.findSystemBot(organizationId, SYSTEM_BOT_NAME.welcome);
      if (madeMeanwhile) return madeMeanwhile;
      const bot = await this.get(organizationId, await this.accounts.openForWelcomeBot(organizationId));
      this.clients.tellSystemBot(bot);
      return bot;
    });
  }

  /** Which of the users are the welcome bot of their organization. */
  async welcomeBotsAmong(userIds: readonly UserId[]): Promise<Set<UserId>> {
    if (userIds.length === 0) return new Set();
    return new Set(await this.rows.systemBotsAmong(userIds, SYSTEM_BOT_NAME.welcome));
  }

  /**
   * The id in a placeholder address such as `user7@` and a name of the organization's; `null`: it is no such address.
   */
  private async idOfPlaceholder(organizationId: OrganizationId, email: string): Promise<number | null> {
    const [, id, host = ''] = /^user(\d{1,15})@(.+)$/i.exec(email) ?? [];
    if (id === undefined) return null;
    const { host: own, url } = await this.organizations.current(organizationId);
    const names = [this.config.emailDomain, bareHost(own), new URL(url).hostname];
    return names.some((name) => name.toLowerCase() === host.toLowerCase()) ? Number(id) : null;
  }
}

/** PostgreSQL accepts neither NUL nor a lone surrogate, and no address contains one. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

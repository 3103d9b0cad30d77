import { type OrganizationId, type UserId, normalisedName } from '@app/kernel';
import { Actor, Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { UserIsUnknown } from '../errors';
import { Organizations } from '../organizations/organizations.service';
import { AccountIsDeactivated, EmailIsInvalid, EmailIsTaken, FullNameIsTaken } from '../records/account.errors';
import { isEmailAddress, isReservedEmail } from '../records/email-address';
import { bareHost } from '../records/organization';
import { isEmailVisibleTo, User, Viewer } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { ROLE } from '../roles/role';
import { ListedUsers, UserCache, UserObjectText } from './user-cache.service';

/**
 * The users of an organization. Users of other organizations are treated as absent. `NewUsers` creates users,
 * `UserRoles` changes roles, and `SystemBots` has the bots of the server.
 */
@Injectable()
export class Users {
  constructor(
    private readonly rows: UserRepository,
    private readonly cache: UserCache,
    private readonly organizations: Organizations,
    private readonly config: Config,
  ) {}

  /** @throws UserIsUnknown */
  async get(organizationId: OrganizationId, id: number): Promise<User> {
    const user = await this.rows.find(organizationId, id);
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

  /** All users, ascending by id, including system bots. One small statement while no user changes. */
  all(organizationId: OrganizationId): Promise<readonly User[]> {
    return this.cache.all(organizationId);
  }

  /** As `all`, without system bots, each with its user object as JSON text. */
  objectTexts(
    organizationId: OrganizationId,
    viewer: Viewer,
    clientGravatar: boolean,
  ): Promise<readonly UserObjectText[]> {
    return this.cache.texts(organizationId, viewer, clientGravatar);
  }

  /** As `all`, with the lists of a snapshot, which viewers with the same role share. */
  listed(organizationId: OrganizationId): Promise<ListedUsers> {
    return this.cache.listed(organizationId);
  }

  /**
   * Runs before expensive work, and again in the transaction that creates the account.
   * @throws EmailIsInvalid, EmailIsTaken
   */
  assertEmailIsFree(organizationId: OrganizationId, email: string): Promise<void> {
    return this.assertEmailsAreFree(organizationId, [email]);
  }

  /** As `assertEmailIsFree`. One statement for any number of addresses. */
  async assertEmailsAreFree(organizationId: OrganizationId, emails: readonly string[]): Promise<void> {
    if (!emails.every((email) => this.mayBeClaimed(email))) throw new EmailIsInvalid();
    const [holder] = await this.rows.findByEmails(organizationId, emails);
    if (holder) throw new EmailIsTaken();
  }

  /** Whether it is an address, and none that the server itself gives to accounts. */
  mayBeClaimed(email: string): boolean {
    return isEmailAddress(email) && !isReservedEmail(email, this.config.emailDomain);
  }

  /** @throws FullNameIsTaken */
  async assertNameIsFree(organizationId: OrganizationId, fullName: string, exceptId: UserId | null): Promise<void> {
    if (await this.rows.isNameTaken(organizationId, fullName, exceptId)) throw new FullNameIsTaken();
  }

  /** For new accounts. @throws FullNameIsTaken */
  async assertNamesAreFree(organizationId: OrganizationId, fullNames: readonly string[]): Promise<void> {
    const isTwice = new Set(fullNames.map(normalisedName)).size < fullNames.length;
    if (isTwice || (await this.rows.areNamesTaken(organizationId, fullNames))) throw new FullNameIsTaken();
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

  /**
   * The accounts that have one of the addresses, as API address or real address, by both in lower case. Independent of
   * visibility: the caller decides what of it is told.
   */
  async holders(organizationId: OrganizationId, emails: readonly string[]): Promise<Map<string, User>> {
    const users = await this.rows.findByEmails(organizationId, emails.filter(isStorable));
    return new Map(users.flatMap((user) => [user.email, user.deliveryEmail].map((one) => [one.toLowerCase(), user])));
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

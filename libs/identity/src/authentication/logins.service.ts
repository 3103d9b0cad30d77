import type { OrganizationId, UserId } from '@app/kernel';
import { Actor, Config, RateLimits, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '../records/email-address';
import { EmailIsInvalid } from '../records/account.errors';
import { AccountIsDeactivated } from '../records/account.errors';
import { AuthenticationFailed, DeveloperLoginIsRefused, LoginIsElsewhere, PasswordLoginIsOff } from './login.errors';
import { OldPasswordIsWrong } from '../password-changes/password-change.errors';
import { isAdministrator } from '../roles/role';
import type { Organization } from '../records/organization';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { Admissions, Checked } from './admissions.service';
import { Audit } from '../audit/audit.service';
import { LoginMethods } from './login-methods.service';
import { Organizations } from '../organizations/organizations.service';
import { Passwords } from '../passwords/passwords.service';
import type { Browser } from '../credentials/sessions.service';

interface Visitor {
  /** The host of the request. */
  host: string;
  /** The name of the client program; the limit of keys counts by it. */
  client: string;
}

interface PasswordCredentials {
  host: string;
  /** The real e-mail address. */
  username: string;
  password: string;
  /** IP address. Failed attempts are counted by address and name together. */
  address: string;
}

export interface Login {
  apiKey: string;
  user: User;
}

/** Checks credentials. `Admissions` opens sessions and issues keys. */
@Injectable()
export class Logins {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: UserRepository,
    private readonly admissions: Admissions,
    private readonly methods: LoginMethods,
    private readonly passwords: Passwords,
    private readonly limits: RateLimits,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /**
   * Finds the account of a name and a password: here, else in the organization's directories. Known and unknown accounts
   * cause the same queries and the same hashing. Every password login uses this method, so that failed attempts count
   * together. No transaction may be open, because a directory may be slow.
   * @throws EmailIsInvalid, PasswordLoginIsOff, AuthenticationFailed, AccountIsDeactivated (only to who knows the
   * password), RateLimitIsHit, OrganizationIsUnknown
   */
  async check({ host, ...typed }: PasswordCredentials): Promise<Checked> {
    return this.checkAt(await this.organizations.atHost(host), typed);
  }

  /**
   * Checks the password of a user who is logged in.
   * @throws OldPasswordIsWrong, because a client that receives 401 would log out; PasswordLoginIsOff, RateLimitIsHit
   */
  async checkOwn(actor: Actor, password: string, address: string): Promise<Checked> {
    const organization = await this.organizations.current(actor.organizationId);
    const username = actor.deliveryEmail;
    try {
      const checked = await this.checkAt(organization, { username, password, address });
      if (checked.user.id !== actor.userId) throw new OldPasswordIsWrong();
      return checked;
    } catch (error) {
      throw error instanceof AuthenticationFailed ? new OldPasswordIsWrong() : error;
    }
  }

  private async checkAt(
    organization: Organization,
    { username: typed, password, address }: Omit<PasswordCredentials, 'host'>,
  ): Promise<Checked> {
    const username = typed.trim();
    const asksDirectories = await this.methods.askDirectories(organization);
    if (!asksDirectories && !isEmailAddress(username)) throw new EmailIsInvalid();
    const isTakenHere = this.methods.takePasswords(organization);
    if (!isTakenHere && !asksDirectories) throw new PasswordLoginIsOff();
    const name = `${organization.id} ${username}`;
    await this.limits.countLogin(name, address);
    const { user, isRight } = await this.compare(organization, username, password);
    const checked = isRight && isTakenHere && user ? { user, method: 'password' as const, origin: null } : null;
    const elsewhere = checked ? null : await this.askDirectories(organization, username, password);
    const found = checked ?? elsewhere;
    if (!found) {
      await this.noteFailure(organization.id, user?.id ?? null, 'credentials');
      throw (await this.methods.leadElsewhere(organization, username))
        ? new LoginIsElsewhere()
        : new AuthenticationFailed();
    }
    if (!found.user.isActive) {
      await this.noteFailure(organization.id, found.user.id, 'deactivated');
      throw new AccountIsDeactivated();
    }
    await this.limits.forgiveLogins(name, address);
    return found;
  }

  private async compare({ id }: Organization, username: string, password: string) {
    const user = isEmailAddress(username) ? await this.users.findForLogin(id, username) : null;
    return { user, isRight: await this.passwords.matches(password, user?.passwordHash ?? null) };
  }

  private async askDirectories(
    organization: Organization,
    username: string,
    password: string,
  ): Promise<Checked | null> {
    const found = await this.methods.checkInDirectories({ organization, username, password });
    return found && { ...found, method: 'ldap' };
  }

  /**
   * Issues an API key for a password.
   * @throws SecondStepIsNeeded, and what `check` throws
   */
  async withPassword(
    credentials: PasswordCredentials & Pick<Visitor, 'client'> & { browser: Browser },
  ): Promise<Login> {
    const { client, browser } = credentials;
    const checked = await this.check(credentials);
    return { user: checked.user, apiKey: await this.admissions.issueKey(checked, client, browser) };
  }

  /**
   * Issues an API key to the user of a session, whose password is asked for again.
   * @param code of the second factor; `null`: the user gave none
   * @throws what `checkOwn` and `SecondSteps.assertCode` throw
   */
  async ownKey(actor: Actor, password: string, code: string | null, address: string): Promise<Login> {
    const checked = await this.checkOwn(actor, password, address);
    return { user: checked.user, apiKey: await this.admissions.issueOwnKey(checked, actor, code) };
  }

  /** The account of a session. */
  async accountOf({ organizationId, userId }: Actor): Promise<User> {
    return (await this.users.find(organizationId, userId))!;
  }

  /**
   * Issues an API key and a session without a password, for development on the same machine only. All refusals get the
   * same answer.
   * @throws DeveloperLoginIsRefused, SecondStepIsNeeded
   */
  async asDeveloper({
    username,
    host,
    client,
    isLocal,
    browser,
  }: Visitor & { username: string; isLocal: boolean; browser: Browser }): Promise<Login & { sessionToken: string }> {
    const email = username.trim();
    if (!this.config.devLogin || !isLocal || !isEmailAddress(email)) throw new DeveloperLoginIsRefused();
    const organization = await this.organizations.atHost(host);
    if (!this.methods.takeDevelopers(organization)) throw new DeveloperLoginIsRefused();
    const user = await this.users.findForLogin(organization.id, email);
    if (!user || !user.isActive || user.isBot) throw new DeveloperLoginIsRefused();
    return { user, ...(await this.admissions.admitDeveloper(user, client, browser)) };
  }

  /**
   * The accounts that a developer may choose at login.
   * @throws DeveloperLoginIsRefused
   */
  async developersChoice({ host, isLocal }: { host: string; isLocal: boolean }) {
    if (!this.config.devLogin || !isLocal) throw new DeveloperLoginIsRefused();
    const organization = await this.organizations.atHost(host);
    if (!this.methods.takeDevelopers(organization)) throw new DeveloperLoginIsRefused();
    const { id, url } = organization;
    const people = (await this.users.list(id, null)).filter(({ isActive, isBot }) => isActive && !isBot);
    const administrators = people.filter(({ role }) => isAdministrator(role));
    const others = people.filter(({ role }) => !isAdministrator(role));
    return { url, administrators, others };
  }

  /**
   * Records at most as many failures as the limit admits. It also records those of unknown accounts, so that both take
   * the same time.
   */
  private noteFailure(
    organizationId: OrganizationId,
    userId: UserId | null,
    reason: 'credentials' | 'deactivated',
  ): Promise<void> {
    return this.transactions.run([], async () => {
      const object = { type: 'user' as const, id: userId };
      this.audit.record({ organizationId, action: 'failed_to_log_in', object, after: { method: 'password', reason } });
    });
  }
}

import type { OrganizationId, SessionId, UserId } from '@app/kernel';
import { Actor, Config, lock, RateLimits, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '../records/email-address';
import { EmailIsInvalid } from '../records/account.errors';
import { AccountIsDeactivated } from '../records/account.errors';
import { AuthenticationFailed, DeveloperLoginIsRefused, OneTimePadIsInvalid, PasswordLoginIsOff } from './login.errors';
import type { OneTimePad } from '../credentials/one-time-pad';
import { isAdministrator } from '../roles/role';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { ApiKeys } from '../credentials/api-keys.service';
import { Audit } from '../audit/audit.service';
import { LoginMethods } from './login-methods.service';
import { Organizations } from '../organizations/organizations.service';
import { Passwords } from '../passwords/passwords.service';
import { Browser, Sessions } from '../credentials/sessions.service';

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

/** A user who may log in, with the stored hash if the password was checked. */
type Admitted = User & { readonly passwordHash?: string | null };

export interface Login {
  apiKey: string;
  user: User;
}

/** The client name of keys that apps receive through a browser login. */
const APP = 'ZulipMobile';

/** Checks credentials and issues API keys and sessions. */
@Injectable()
export class Logins {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: UserRepository,
    private readonly keys: ApiKeys,
    private readonly sessions: Sessions,
    private readonly methods: LoginMethods,
    private readonly passwords: Passwords,
    private readonly limits: RateLimits,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /**
   * Finds the account of a name and a password. Known and unknown accounts cause the same queries and the same hashing.
   * Every password login uses this method, so that failed attempts count together.
   * @throws EmailIsInvalid, PasswordLoginIsOff, AuthenticationFailed, AccountIsDeactivated (only to who knows the
   * password), RateLimitIsHit, OrganizationIsUnknown
   */
  async check({ username, password, address, host }: PasswordCredentials): Promise<Admitted> {
    const email = username.trim();
    if (!isEmailAddress(email)) throw new EmailIsInvalid();
    const organization = await this.organizations.atHost(host);
    if (!this.methods.takePasswords(organization)) throw new PasswordLoginIsOff();
    const name = `${organization.id} ${email}`;
    await this.limits.countLogin(name, address);
    const user = await this.users.findForLogin(organization.id, email);
    const isRight = await this.passwords.matches(password, user?.passwordHash ?? null);
    if (!isRight || !user) {
      await this.noteFailure(organization.id, user?.id ?? null, 'credentials');
      throw new AuthenticationFailed();
    }
    if (!user.isActive) {
      await this.noteFailure(organization.id, user.id, 'deactivated');
      throw new AccountIsDeactivated();
    }
    await this.limits.forgiveLogins(name, address);
    return user;
  }

  /** Issues an API key for a password. */
  async withPassword(credentials: PasswordCredentials & Pick<Visitor, 'client'>): Promise<Login> {
    const user = await this.check(credentials);
    return { user, apiKey: await this.issue(user, credentials.client, 'password') };
  }

  /** Opens a session for a user whom `check` has admitted. It replaces the session that the browser had. */
  openSession(user: Admitted, browser: Browser, former: Actor | null, method: 'password'): Promise<{ token: string }> {
    return this.transactions.run(this.sessions.locksFor(user, former), async () => {
      await this.assertStillAdmitted(user);
      const { id, token } = await this.sessions.begin(user, browser, former);
      this.noteLogin(user, method, id);
      return { token };
    });
  }

  /**
   * Issues an API key for an app on the same device, encrypted with the one-time pad. A pad is valid for one key.
   * @throws OneTimePadIsInvalid
   */
  async openApp(user: Admitted, pad: OneTimePad): Promise<{ encryptedKey: string; realm: string }> {
    if (!(await this.sessions.spendPad(pad))) throw new OneTimePadIsInvalid();
    const { url } = await this.organizations.current(user.organizationId);
    return { realm: url, encryptedKey: pad.encrypt(await this.issue(user, APP, 'browser')) };
  }

  /** The account of a session, as `openApp` needs it. */
  async accountOf({ organizationId, userId }: Actor): Promise<User> {
    return (await this.users.find(organizationId, userId))!;
  }

  /**
   * Issues an API key and a session without a password, for development on the same machine only. All refusals get the
   * same answer.
   * @throws DeveloperLoginIsRefused
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
    return this.transactions.run([lock.user(user.id)], async () => {
      const { id, token } = await this.sessions.begin(user, browser, null);
      const apiKey = await this.keys.issueForLogin(user, client, 'developer', id);
      return { user, apiKey, sessionToken: token };
    });
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

  private issue(user: Admitted, client: string, method: 'password' | 'browser'): Promise<string> {
    return this.transactions.run([lock.user(user.id)], async () => {
      await this.assertStillAdmitted(user);
      return this.keys.issueForLogin(user, client, method);
    });
  }

  /**
   * Hashing takes time. If the password changes or the account ends meanwhile, the login must fail. The caller holds
   * the user's lock.
   */
  private async assertStillAdmitted({ organizationId, id, deliveryEmail, passwordHash }: Admitted): Promise<void> {
    const now = await this.users.findForLogin(organizationId, deliveryEmail);
    const isSame = now?.id === id && (passwordHash === undefined || now.passwordHash === passwordHash);
    if (!isSame) throw new AuthenticationFailed();
    if (!now.isActive) throw new AccountIsDeactivated();
  }

  private noteLogin(user: User, method: string, sessionId: SessionId): void {
    this.audit.record({
      organizationId: user.organizationId,
      actorId: user.id,
      action: 'logged_in',
      object: { type: 'user', id: user.id },
      after: { method, session_id: sessionId },
    });
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
      const object = { type: 'user', id: userId };
      this.audit.record({ organizationId, action: 'failed_to_log_in', object, after: { method: 'password', reason } });
    });
  }
}

import type { OrganizationId, UserId } from '@app/kernel';
import { Config, RateLimits, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '../domain/email-address';
import { AccountIsDeactivated, AuthenticationFailed, DeveloperLoginIsRefused, EmailIsInvalid } from '../domain/errors';
import type { User } from '../domain/user';
import { UserRepository } from '../store/user.repository';
import { ApiKeys } from './api-keys.service';
import { Audit } from './audit.service';
import { Organizations } from './organizations.service';
import { Passwords } from './passwords';

interface Visitor {
  /** The host that the request names. */
  host: string;
  /** The client's name: keys are given out by it. */
  client: string;
}

export interface Login {
  apiKey: string;
  user: User;
}

/** Where API keys are got. */
@Injectable()
export class Logins {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: UserRepository,
    private readonly keys: ApiKeys,
    private readonly passwords: Passwords,
    private readonly limits: RateLimits,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /**
   * Known and unknown accounts take the same queries and the same hashing.
   * @throws EmailIsInvalid, AuthenticationFailed, AccountIsDeactivated (only to who knows the password), RateLimitIsHit,
   *   OrganizationIsUnknown
   */
  async withPassword(credentials: Visitor & { username: string; password: string; address: string }): Promise<Login> {
    const { username, password, address, host, client } = credentials;
    const email = username.trim();
    if (!isEmailAddress(email)) throw new EmailIsInvalid();
    const organization = await this.organizations.atHost(host);
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
    return { user, apiKey: await this.keys.issueForLogin(user, client, 'password') };
  }

  /**
   * Without a password: for development on this machine alone. Refusals do not say why.
   * @throws DeveloperLoginIsRefused
   */
  async asDeveloper({
    username,
    host,
    client,
    isLocal,
  }: Visitor & { username: string; isLocal: boolean }): Promise<Login> {
    const email = username.trim();
    if (!this.config.devLogin || !isLocal || !isEmailAddress(email)) throw new DeveloperLoginIsRefused();
    const organization = await this.organizations.atHost(host);
    const user = await this.users.findForLogin(organization.id, email);
    if (!user || !user.isActive || user.isBot) throw new DeveloperLoginIsRefused();
    return { user, apiKey: await this.keys.issueForLogin(user, client, 'developer') };
  }

  /** As many as the limit of logins lets through; for unknown accounts too, so that both take the same time. */
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

import { Actor, lock, originOfWork, Transactions } from '@app/platform';
import { AuthenticationIsNotFresh, FreshLogins, Logins } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { FactorChecks } from './factor-checks.service';
import type { FactorOwner } from './second-factor';
import { CodeIsWrong } from './second-factor.errors';

/** What a request shows besides its credentials. */
export interface Proof {
  readonly password: string | null;
  readonly code: string | null;
}

/** Some actions need a fresh login, or the password with a code of the second factor, also from programs. */
@Injectable()
export class FreshAuthentication {
  constructor(
    private readonly logins: Logins,
    private readonly freshLogins: FreshLogins,
    private readonly checks: FactorChecks,
    private readonly transactions: Transactions,
  ) {}

  /** @throws AuthenticationIsNotFresh, OldPasswordIsWrong, CodeIsWrong, RateLimitIsHit */
  async assert(actor: Actor, { password, code }: Proof): Promise<void> {
    if (password === null) {
      if (!(await this.isFresh(actor))) throw new AuthenticationIsNotFresh();
      return;
    }
    await this.logins.checkOwn(actor, password, originOfWork().address ?? '');
    await this.assertCode(actor, code);
  }

  /**
   * The second half of a proof whose password was checked. An account without a factor needs no code.
   * @throws AuthenticationIsNotFresh, CodeIsWrong
   */
  async assertCode(actor: Actor, code: string | null): Promise<void> {
    const owner = ownerOf(actor);
    if (!(await this.checks.hasFactor(owner)) || (await this.isFresh(actor))) return;
    if (code === null) throw new AuthenticationIsNotFresh();
    await this.spend(owner, code);
  }

  /** Whether the session was opened so recently that the user is known to be there. */
  isFresh(actor: Actor): Promise<boolean> {
    return this.freshLogins.isFresh(actor);
  }

  /**
   * Proves again who the user of the session is, with the password and, if the account has a factor, a code. While the
   * login is fresh, the password alone is enough, but does not keep it fresh for longer.
   * @throws OldPasswordIsWrong, PasswordLoginIsOff, AuthenticationIsNotFresh without a code, CodeIsWrong, RateLimitIsHit
   */
  async renew(actor: Actor, password: string, code: string | null): Promise<void> {
    await this.logins.checkOwn(actor, password, originOfWork().address ?? '');
    const owner = ownerOf(actor);
    if (await this.checks.hasFactor(owner)) {
      if (code === null) return this.freshLogins.assertFresh(actor);
      await this.spend(owner, code);
    }
    await this.freshLogins.renew(actor);
  }

  /** @throws CodeIsWrong, RateLimitIsHit */
  private async spend(owner: FactorOwner, code: string): Promise<void> {
    await this.checks.countGuess(owner);
    const spent = await this.transactions.run([lock.user(owner.id)], () => this.checks.spendCode(owner.id, code));
    if (spent === null) throw new CodeIsWrong();
    await this.checks.forgiveGuesses(owner);
  }
}

const ownerOf = ({ userId, organizationId }: Actor): FactorOwner => ({ id: userId, organizationId });

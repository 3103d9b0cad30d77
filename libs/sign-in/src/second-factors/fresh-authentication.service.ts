import { Actor, lock, originOfWork, Transactions } from '@app/platform';
import { Clock } from '@app/kernel';
import { Logins, Sessions } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { FactorChecks } from './factor-checks.service';
import { AuthenticationIsNotFresh, CodeIsWrong } from './second-factor.errors';

const FRESH_MS = 600_000;

/** What a request shows besides its credentials. */
export interface Proof {
  readonly password: string | null;
  readonly code: string | null;
}

/** Dangerous actions need a login of the last ten minutes, or the password with a code of the second factor. */
@Injectable()
export class FreshAuthentication {
  constructor(
    private readonly logins: Logins,
    private readonly sessions: Sessions,
    private readonly checks: FactorChecks,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
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
    const owner = { id: actor.userId, organizationId: actor.organizationId };
    if (!(await this.checks.hasFactor(owner)) || (await this.isFresh(actor))) return;
    if (code === null) throw new AuthenticationIsNotFresh();
    await this.checks.countGuess(owner);
    const spent = await this.transactions.run([lock.user(owner.id)], () => this.checks.spendCode(owner.id, code));
    if (spent === null) throw new CodeIsWrong();
    await this.checks.forgiveGuesses(owner);
  }

  /** Whether the session was opened so recently that the user is known to be there. */
  async isFresh(actor: Actor): Promise<boolean> {
    if (actor.sessionId === null) return false;
    const session = (await this.sessions.list(actor)).find(({ id }) => id === actor.sessionId);
    return session !== undefined && session.createdAt > this.clock.now().getTime() - FRESH_MS;
  }
}

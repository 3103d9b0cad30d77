import { Actor, lock, Transactions } from '@app/platform';
import { Admission, Admissions, Audit, LoginResult, Organization, User, Users } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { FactorChecks } from '../second-factors/factor-checks.service';
import { Passkeys } from '../second-factors/passkeys.service';
import { DEFAULT_LABELS } from '../second-factors/second-factor';
import { CodeIsWrong, PasskeyIsWrong } from '../second-factors/second-factor.errors';
import { SecondFactors } from '../second-factors/second-factors.service';
import { SecondStepIsOver, TooManyWrongCodes } from './second-step.errors';
import { WaitingLogin, WaitingLogins } from './waiting-logins.service';

const MAX_WRONG_CODES = 5;

/** The browser at the second step. */
export type AtStep = Pick<Admission, 'browser' | 'former'>;

/** Where the login has led to, with the recovery codes if the user has just set up the factor. */
export interface Finished {
  readonly entered: LoginResult;
  readonly recoveryCodes: readonly string[];
}

/** Checks the second step of a login, and lets it go on. */
@Injectable()
export class SecondStepLogins {
  constructor(
    private readonly waiting: WaitingLogins,
    private readonly checks: FactorChecks,
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly users: Users,
    private readonly admissions: Admissions,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /**
   * With a code of an authenticator app, or a recovery code. If the user must set up a factor, the code confirms it.
   * @throws CodeIsWrong, TooManyWrongCodes, SecondStepIsOver, RateLimitIsHit, and what `Admissions.complete` throws
   */
  async withCode(login: WaitingLogin, code: string, at: AtStep): Promise<Finished> {
    const user = await this.userOf(login);
    await this.checks.countGuess(user);
    const finished = await this.transactions.run(locksFor(user, at), async () => {
      const recoveryCodes = await this.spend(login, user, code);
      return recoveryCodes ? { entered: await this.goOn(login, user, at), recoveryCodes } : this.noteWrong(login, user);
    });
    if (typeof finished === 'number') throw finished < MAX_WRONG_CODES ? new CodeIsWrong() : new TooManyWrongCodes();
    await this.checks.forgiveGuesses(user);
    return finished;
  }

  /**
   * With a passkey, as the second step or as the only one.
   * @throws PasskeyIsWrong, SecondStepIsOver, and what `Admissions.complete` throws
   */
  async withPasskey(site: Organization, login: WaitingLogin, answer: string, at: AtStep): Promise<Finished> {
    const passkey = await this.passkeys.checkUse(site, login.challenge ?? '', answer);
    if (login.userId !== null && login.userId !== passkey.userId) throw new PasskeyIsWrong();
    const user = await this.users.get(site.id, passkey.userId);
    return this.transactions.run(locksFor(user, at), async () => {
      await this.factors.notePasskeyUse(passkey);
      return { entered: await this.goOn(login, user, at), recoveryCodes: [] };
    });
  }

  /** The user of a login whose first step was a password. @throws SecondStepIsOver */
  userOf({ organizationId, userId }: WaitingLogin): Promise<User> {
    if (userId === null) throw new SecondStepIsOver();
    return this.users.get(organizationId, userId);
  }

  /** The recovery codes of a factor that the code has just confirmed, else an empty list; `null`: the code is wrong. */
  private async spend({ sealedSecret }: WaitingLogin, user: User, code: string): Promise<readonly string[] | null> {
    if (sealedSecret === null) return (await this.checks.spendCode(user.id, code)) === null ? null : [];
    // The user has set one up elsewhere meanwhile, so the password alone may add no other.
    if (await this.checks.hasFactor(user)) throw new SecondStepIsOver();
    const step = this.checks.stepOf(sealedSecret, code);
    return step === null ? null : this.factors.addAtLogin(user, DEFAULT_LABELS.totp, sealedSecret, step);
  }

  private async goOn(login: WaitingLogin, user: User, { browser, former }: AtStep): Promise<LoginResult> {
    await this.waiting.take(login);
    const { next, method, origin } = login.login;
    return this.admissions.complete({ user, method, origin, next, pad: login.pad, browser, former });
  }

  /** Ends the login with the last of the wrong codes. Returns their number. */
  private async noteWrong(login: WaitingLogin, { id, organizationId }: User): Promise<number> {
    const count = await this.waiting.noteWrongCode(login);
    const after = { method: 'second_factor', reason: 'code' };
    this.audit.record({ organizationId, action: 'failed_to_log_in', object: { type: 'user', id }, after });
    if (count >= MAX_WRONG_CODES) await this.waiting.end(login);
    return count;
  }
}

/** Those of `Admissions.complete`. */
const locksFor = ({ id }: User, { former }: { former: Actor | null }) => [
  lock.user(id),
  ...(former ? [lock.user(former.userId)] : []),
];

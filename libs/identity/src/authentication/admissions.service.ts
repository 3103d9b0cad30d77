import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ApiKeys } from '../credentials/api-keys.service';
import { Browser, Sessions } from '../credentials/sessions.service';
import { LoginDevices } from '../login-devices/login-devices.service';
import { AccountIsDeactivated } from '../records/account.errors';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { AppLogins } from './app-logins.service';
import { AuthenticationFailed } from './login.errors';
import { LoginOrigins } from './login-origins.port';
import { FirstStep, SecondSteps } from './second-steps.port';

/** A user who may log in, with the stored hash if the password was checked. */
export type Admitted = User & { readonly passwordHash?: string | null };

/** Who showed the right password, and where it was checked. */
export interface Checked extends Pick<FirstStep, 'method' | 'origin'> {
  readonly user: Admitted;
}

/** A login in a browser, for the browser or for an app on the same device. */
export interface Admission extends FirstStep {
  readonly user: Admitted;
  readonly browser: Browser;
  /** The session that the browser had. The new one replaces it. */
  readonly former: Actor | null;
}

/** What a login has led to: one of the fields is not `null`. */
export interface LoginResult {
  /** The token of the new session. */
  readonly session: string | null;
  /** The address that leads to the waiting app, with its key, or the page that has what a desktop app waits for. */
  readonly app: string | null;
  /** The token of the login that waits for a second factor. */
  readonly secondStep: string | null;
  /** The token by which the browser is known from now on; `null`: it has not logged in yet. */
  readonly device: string | null;
}

/** The one way in: opens sessions and issues keys for users whose credentials were checked. */
@Injectable()
export class Admissions {
  constructor(
    private readonly users: UserRepository,
    private readonly keys: ApiKeys,
    private readonly sessions: Sessions,
    private readonly secondSteps: SecondSteps,
    private readonly loginOrigins: LoginOrigins,
    private readonly apps: AppLogins,
    private readonly devices: LoginDevices,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Opens a session, or issues the key of an app, or begins the second step if the account needs one.
   * @throws OneTimePadIsInvalid, AuthenticationFailed, AccountIsDeactivated
   */
  enter(admission: Admission): Promise<LoginResult> {
    const { user, former } = admission;
    return this.transactions.run(this.sessions.locksFor(user, former), async () => {
      await this.assertStillAdmitted(admission);
      const secondStep = await this.secondSteps.begin(admission);
      return secondStep === null ? this.open(admission) : { session: null, app: null, secondStep, device: null };
    });
  }

  /**
   * Opens the session or issues the key, after the second step or for a login that was a second step itself. If a
   * transaction is open, the caller holds the locks of `locksFor`.
   * @throws OneTimePadIsInvalid, AuthenticationFailed, AccountIsDeactivated
   */
  complete(admission: Admission): Promise<LoginResult> {
    const { user, former } = admission;
    return this.transactions.run(this.sessions.locksFor(user, former), async () => {
      await this.assertStillAdmitted(admission);
      return this.open(admission);
    });
  }

  /**
   * Issues a key to a program that showed a password.
   * @throws SecondStepIsNeeded, AuthenticationFailed, AccountIsDeactivated
   */
  issueKey(checked: Checked, client: string, place: Browser): Promise<string> {
    const { user, method, origin } = checked;
    return this.transactions.run([lock.user(user.id)], async () => {
      await this.assertStillAdmitted(checked);
      await this.secondSteps.assertNotNeeded(user);
      await this.devices.noteProgram(user, place);
      return this.keys.issueForLogin(user, client, { method, origin });
    });
  }

  /**
   * Issues a key to the user of a session, whose password was checked again.
   * @throws AuthenticationFailed, AccountIsDeactivated, and what `SecondSteps.assertCode` throws
   */
  async issueOwnKey(checked: Checked, actor: Actor, code: string | null): Promise<string> {
    const { user, method, origin } = checked;
    await this.secondSteps.assertCode(actor, code);
    return this.transactions.run([lock.user(user.id)], async () => {
      await this.assertStillAdmitted(checked);
      return this.keys.issueForLogin(user, actor.client, { method, origin });
    });
  }

  /**
   * Opens a session and issues a key, on a development server.
   * @throws SecondStepIsNeeded
   */
  admitDeveloper(user: User, client: string, browser: Browser): Promise<{ apiKey: string; sessionToken: string }> {
    return this.transactions.run([lock.user(user.id)], async () => {
      await this.secondSteps.assertNotNeeded(user);
      const { id, token } = await this.sessions.begin(user, browser, null);
      const apiKey = await this.keys.issueForLogin(user, client, { method: 'developer', sessionId: id });
      return { apiKey, sessionToken: token };
    });
  }

  private async open(admission: Admission): Promise<LoginResult> {
    const { user, pad, browser } = admission;
    const device = await this.devices.noteBrowser(user, browser);
    if (pad) return { session: null, app: await this.apps.open(admission, pad), secondStep: null, device };
    const { token } = await this.sessions.beginForLogin(user, admission);
    return { session: token, app: null, secondStep: null, device };
  }

  /**
   * Hashing takes time. If the password changes or the account ends meanwhile, the login must fail. The caller holds
   * the user's lock.
   */
  private async assertStillAdmitted({ user, origin }: Pick<Admission, 'user' | 'origin'>): Promise<void> {
    const { organizationId, id, deliveryEmail, passwordHash } = user;
    const now = await this.users.findForLogin(organizationId, deliveryEmail);
    const isSame = now?.id === id && (passwordHash === undefined || now.passwordHash === passwordHash);
    if (!isSame) throw new AuthenticationFailed();
    if (!now.isActive) throw new AccountIsDeactivated();
    await this.loginOrigins.assertStands(now, origin);
  }
}

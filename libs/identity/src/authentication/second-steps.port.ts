import type { OrganizationId, UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { LoginMethod, LoginOrigin } from '../credentials/login-origin';
import type { OneTimePad } from '../credentials/one-time-pad';
import { SecondStepIsNeeded } from './login.errors';

/** The first step of a login has succeeded; the login goes on after the second one. */
export interface FirstStep {
  readonly user: { readonly id: UserId; readonly organizationId: OrganizationId };
  readonly method: LoginMethod;
  /** The external login that was the first step; `null`: it was checked here. */
  readonly origin: LoginOrigin | null;
  /** A path of this server to go to afterwards. */
  readonly next: string;
  /** The one-time pad of a waiting app; `null`: the login is for the browser. */
  readonly pad: OneTimePad | null;
}

/** What this context needs from second factors. */
interface Implementation {
  /** Whether the user has a second factor or must set one up. */
  isNeededBy(user: FirstStep['user']): Promise<boolean>;
  /** Stores the login for the second step. Returns the token that the browser shows there. */
  begin(step: FirstStep): Promise<string>;
  /** Checks the code of a user with a session, if the account has a second factor and the session is not new. */
  assertCode(actor: Actor, code: string | null): Promise<void>;
}

/**
 * The step of a login between the password and the session, for accounts with a second factor. The context of
 * logins registers its implementation in `onModuleInit`.
 */
@Injectable()
export class SecondSteps {
  private implementation: Implementation | null = null;

  implementedBy(implementation: Implementation): void {
    this.implementation = implementation;
  }

  /** `null`: the account needs no second step. Otherwise the token of the login that waits for it. */
  async begin(step: FirstStep): Promise<string | null> {
    return (await this.isNeededBy(step.user)) ? this.implementation!.begin(step) : null;
  }

  /**
   * For logins that have no place to ask for a second factor.
   * @throws SecondStepIsNeeded
   */
  async assertNotNeeded(user: FirstStep['user']): Promise<void> {
    if (await this.isNeededBy(user)) throw new SecondStepIsNeeded();
  }

  /**
   * For actions of a user with a session that need the password again.
   * @throws AuthenticationIsNotFresh, CodeIsWrong, RateLimitIsHit
   */
  async assertCode(actor: Actor, code: string | null): Promise<void> {
    await this.implementation?.assertCode(actor, code);
  }

  private async isNeededBy(user: FirstStep['user']): Promise<boolean> {
    return this.implementation !== null && (await this.implementation.isNeededBy(user));
  }
}

import type { DomainEvents, OrganizationId, UserId } from '@app/kernel';
import { Actor, OnDomainEvent, Secrets, Worker, Workers } from '@app/platform';
import { FirstStep, OneTimePad, SECOND_STEP_SECONDS, SecondSteps } from '@app/identity';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { FactorChecks } from '../second-factors/factor-checks.service';
import { FreshAuthentication } from '../second-factors/fresh-authentication.service';
import { newChallenge } from '../second-factors/passkeys.service';
import { TotpSecrets } from '../second-factors/totp-secrets.service';
import { isPasskeyToken, PasskeySteps } from './passkey-steps.service';
import { SecondStepIsOver } from './second-step.errors';
import { SecondStepRepository, StoredStep } from './second-step.repository';

const EXPIRED_A_PASS = 1_000;

/** A login that waits for its second step. */
export interface WaitingLogin extends StoredStep {
  readonly pad: OneTimePad | null;
  /** It is in the token of the browser, and has no row before its end. */
  readonly isSealed: boolean;
}

/** Logins between their first and their second step. Each belongs to the browser that has its token. */
@Injectable()
export class WaitingLogins implements OnModuleInit, Worker {
  readonly name = 'second steps';
  readonly everyMs = 600_000;

  constructor(
    private readonly rows: SecondStepRepository,
    private readonly passkeySteps: PasskeySteps,
    private readonly checks: FactorChecks,
    private readonly fresh: FreshAuthentication,
    private readonly totpSecrets: TotpSecrets,
    private readonly secrets: Secrets,
    private readonly workers: Workers,
    private readonly secondSteps: SecondSteps,
  ) {}

  onModuleInit(): void {
    this.secondSteps.implementedBy(this);
    this.workers.add(this);
  }

  async isNeededBy(user: FirstStep['user']): Promise<boolean> {
    return (await this.checks.hasFactor(user)) || (await this.checks.isRequired(user));
  }

  assertCode(actor: Actor, code: string | null): Promise<void> {
    return this.fresh.assertCode(actor, code);
  }

  /** A user without a factor, who must have one, gets the secret of an authenticator app to set up. */
  async begin(step: FirstStep): Promise<string> {
    const { id: userId, organizationId } = step.user;
    const sealedSecret = (await this.checks.hasFactor(step.user)) ? null : this.totpSecrets.make();
    return this.store({ organizationId, userId, sealedSecret }, step);
  }

  /** A login without a password. The passkey will say which account it is. Writes nothing. */
  beginWithPasskey(organizationId: OrganizationId, { next, pad }: Pick<FirstStep, 'next' | 'pad'>): string {
    return this.passkeySteps.seal({ organizationId, next, pad, challenge: newChallenge() });
  }

  /** @throws SecondStepIsOver */
  async find(organizationId: OrganizationId, token: string | null): Promise<WaitingLogin> {
    if (token === null) throw new SecondStepIsOver();
    if (isPasskeyToken(token)) return this.findSealed(organizationId, token);
    const step = await this.rows.find(organizationId, hashOf(token));
    if (!step) throw new SecondStepIsOver();
    const { pad, padKind } = step.login;
    const hex = pad === null ? null : this.secrets.open(Buffer.from(pad, 'base64'));
    return { ...step, pad: hex === null ? null : OneTimePad.from(hex, padKind), isSealed: false };
  }

  /**
   * Ends the waiting, in the transaction of the login. Of two logins with the same token only one goes on.
   * @throws SecondStepIsOver
   */
  async take({ organizationId, hash, isSealed }: WaitingLogin): Promise<void> {
    const isTaken = isSealed
      ? await this.rows.spend(organizationId, hash, SECOND_STEP_SECONDS)
      : (await this.rows.take(organizationId, hash)) !== null;
    if (!isTaken) throw new SecondStepIsOver();
  }

  /** The number of wrong codes of the login, with this one. */
  async noteWrongCode({ hash }: WaitingLogin): Promise<number> {
    const count = await this.rows.noteWrongCode(hash);
    if (count === null) throw new SecondStepIsOver();
    return count;
  }

  async end({ hash }: WaitingLogin): Promise<void> {
    await this.rows.remove(hash);
  }

  /** A login that waits has shown the old password, or belongs to an account that has ended. */
  @OnDomainEvent('CredentialsEnded', 'sign-in')
  async credentialsEnded({ userId, isThorough }: DomainEvents['CredentialsEnded']): Promise<void> {
    if (isThorough) await this.rows.removeOf(userId);
  }

  /** The provider has ended the login whose second step the user has yet to take. */
  @OnDomainEvent('ExternalLoginsEnded', 'sign-in')
  async externalLoginsEnded(ended: DomainEvents['ExternalLoginsEnded']): Promise<void> {
    await this.rows.removeFrom(ended);
  }

  async work(): Promise<boolean> {
    return (await this.rows.removeExpired(EXPIRED_A_PASS)) === EXPIRED_A_PASS;
  }

  backlog() {
    return this.rows.expired();
  }

  private findSealed(organizationId: OrganizationId, token: string): WaitingLogin {
    const step = this.passkeySteps.open(organizationId, token);
    if (!step) throw new SecondStepIsOver();
    const { challenge, next, pad } = step;
    // Not of the token: texts that differ may stand for the same bytes.
    const hash = hashOf(challenge);
    return {
      ...{ hash, organizationId, userId: null, sealedSecret: null, challenge, wrongCodes: 0 },
      ...{ login: { method: 'passkey', origin: null, next, pad: null }, pad, isSealed: true },
    };
  }

  private async store(
    of: { organizationId: OrganizationId; userId: UserId; sealedSecret: Buffer | null },
    { next, pad, method, origin }: Omit<FirstStep, 'user'>,
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const sealedPad = pad && this.secrets.seal(pad.hex).toString('base64');
    const login = { method, origin, next, pad: sealedPad, ...(pad && { padKind: pad.kind }) };
    const challenge = newChallenge();
    await this.rows.insert({ ...of, hash: hashOf(token), login, challenge }, SECOND_STEP_SECONDS);
    return token;
  }
}

/** Tokens are random enough to need neither salt nor a slow hash. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

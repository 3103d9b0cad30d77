import { Clock, type UserId } from '@app/kernel';
import { originOfWork, RateLimits, Secrets } from '@app/platform';
import { Organizations, Permissions, Users } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { FactorOwner } from './second-factor';
import { SecondFactorRepository } from './second-factor.repository';
import { RecoveryCodes } from './recovery-codes.service';
import { acceptedStep } from './totp';

/** Which accounts have or need a second factor, and whether a code is right. */
@Injectable()
export class FactorChecks {
  constructor(
    private readonly rows: SecondFactorRepository,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly permissions: Permissions,
    private readonly secrets: Secrets,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts a guess before it is checked, apart from passwords: a right password must not forgive wrong codes.
   * @throws RateLimitIsHit
   */
  async countGuess({ id, organizationId }: FactorOwner): Promise<void> {
    await this.limits.countSecondStep(`${organizationId} ${id}`);
    await this.limits.countLogin(guessesOf(id), originOfWork().address ?? '');
  }

  async forgiveGuesses({ id }: FactorOwner): Promise<void> {
    await this.limits.forgiveLogins(guessesOf(id), originOfWork().address ?? '');
  }

  hasFactor({ id }: FactorOwner): Promise<boolean> {
    return this.rows.has(id);
  }

  /** Whether the organization requires a second factor of the user. */
  async isRequired({ id, organizationId }: FactorOwner): Promise<boolean> {
    const { permissions } = await this.organizations.current(organizationId);
    const graph = await this.permissions.current(organizationId);
    const { role, joinedAt, isBot } = await this.users.get(organizationId, id);
    return !isBot && graph.holds({ userId: id, role, joinedAt }, permissions.second_factor_required);
  }

  /**
   * Whether the code is of an authenticator app of the user, or a recovery code. It is used up if so. The caller's
   * transaction holds the user's lock.
   */
  async spendCode(userId: UserId, typed: string): Promise<'totp' | 'recovery_code' | null> {
    const code = typed.replace(/\s/g, '');
    for (const { id, sealedSecret, lastStep } of await this.rows.totpSecrets(userId)) {
      const step = this.stepOf(sealedSecret, code, lastStep);
      if (step !== null && (await this.rows.spendStep(id, step))) return 'totp';
    }
    return (await this.recoveryCodes.spend(userId, typed)) ? 'recovery_code' : null;
  }

  /** The time step of a code of a sealed secret; `null`: the code is wrong, or its step is not after `lastStep`. */
  stepOf(sealedSecret: Buffer, code: string, lastStep = 0): number | null {
    const secret = Buffer.from(this.secrets.open(sealedSecret), 'base64');
    return acceptedStep(secret, code.replace(/\s/g, ''), this.clock.now().getTime(), lastStep);
  }
}

const guessesOf = (userId: UserId): string => `second factor of ${userId}`;

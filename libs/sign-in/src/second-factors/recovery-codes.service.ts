import type { UserId } from '@app/kernel';
import { Secrets } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { newRecoveryCode, RECOVERY_CODES, recoveryCodeIn } from './recovery-code';
import { RecoveryCodeRepository } from './recovery-code.repository';

const HASH_DIGITS = 64;

/** Codes that stand for a second factor once each. They are shown when they are made, and never again. */
@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly rows: RecoveryCodeRepository,
    private readonly secrets: Secrets,
  ) {}

  /** Replaces all codes of the user. Returns the new ones. */
  async replace(userId: UserId): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await this.rows.replace(
      userId,
      codes.map((code) => this.hashOf(userId, recoveryCodeIn(code)!)),
    );
    return codes;
  }

  /** Whether the user had that code and had not used it. */
  async spend(userId: UserId, typed: string): Promise<boolean> {
    const code = recoveryCodeIn(typed);
    return code !== null && this.rows.spend(userId, this.hashOf(userId, code));
  }

  /** The number of codes that are not used. */
  left(userId: UserId): Promise<number> {
    return this.rows.countUnused(userId);
  }

  removeAll(userId: UserId): Promise<void> {
    return this.rows.removeAll(userId);
  }

  /** Keyed with the server's secret, because a code is short enough to be found by trying all. */
  private hashOf(userId: UserId, code: string): Buffer {
    return Buffer.from(this.secrets.token('recovery code', `${userId} ${code}`, HASH_DIGITS), 'hex');
  }
}

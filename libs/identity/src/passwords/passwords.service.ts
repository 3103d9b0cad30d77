import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import { checkPassword } from './password';

/** Half of Node's thread pool, so that files can be read while many users log in. */
const MAX_AT_ONCE = 2;

/** Passwords as argon2id hashes with the parameters that OWASP recommends (the library's defaults). */
@Injectable()
export class Passwords {
  private decoy: Promise<string> | null = null;
  private readonly limit = pLimit(MAX_AT_ONCE);

  /** Takes tens of milliseconds and 19 MB, so it never runs inside a transaction. */
  hash(password: string): Promise<string> {
    return this.limit(() => hash(password));
  }

  /**
   * The hash of a password that a user chose for an account.
   * @throws PasswordIsTooWeak
   */
  hashChecked(password: string, account: { email: string; fullName: string }): Promise<string> {
    checkPassword(password, account);
    return this.hash(password);
  }

  /** Takes the same time with and without a stored hash. */
  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    this.decoy ??= hash(randomBytes(16));
    const decoy = await this.decoy;
    const isEqual = await this.limit(() => verify(passwordHash ?? decoy, password));
    return isEqual && passwordHash !== null;
  }

  /** A random password of 20 characters from an alphabet of 64. A user copies it once. */
  generate(): string {
    return randomBytes(15).toString('base64url');
  }
}

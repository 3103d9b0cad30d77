import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { checkPassword } from './password';

/** Half of the threads that Node has for such work: files go on being read while many people log in. */
const MOST_AT_ONCE = 2;

/** Passwords as argon2id hashes with the parameters that OWASP advises (the library's defaults). */
@Injectable()
export class Passwords {
  private decoy: Promise<string> | null = null;
  private underWay = 0;
  private readonly waiting: (() => void)[] = [];

  /** Takes tens of milliseconds and 19 MB: never inside a transaction. */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password));
  }

  /**
   * The hash of a password that somebody chose for an account.
   * @throws PasswordIsTooWeak
   */
  hashChecked(password: string, account: { email: string; fullName: string }): Promise<string> {
    checkPassword(password, account);
    return this.hash(password);
  }

  /** Does the same work whether there is a password to compare with or not. */
  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    this.decoy ??= hash(randomBytes(16));
    const decoy = await this.decoy;
    const isEqual = await this.inTurn(() => verify(passwordHash ?? decoy, password));
    return isEqual && passwordHash !== null;
  }

  /** One that somebody has to copy once: 20 characters of 64. */
  generate(): string {
    return randomBytes(15).toString('base64url');
  }

  private async inTurn<R>(work: () => Promise<R>): Promise<R> {
    if (this.underWay >= MOST_AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.underWay++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.underWay--;
    }
  }
}

import { Injectable } from '@nestjs/common';
import type { LoginOrigin } from '../credentials/login-origin';
import type { Organization } from '../records/organization';
import type { User } from '../records/user';

export interface PasswordAttempt {
  readonly organization: Organization;
  /** As it was typed, without blanks around it: an address, or a name in the directory. */
  readonly username: string;
  /** Never empty: a directory takes an empty password for an anonymous login, which succeeds. */
  readonly password: string;
}

/** A directory, or several, that know passwords. */
interface PasswordCheck {
  /** Whether the organization has a directory. */
  isUsedBy(organization: Organization): Promise<boolean>;
  /**
   * Asks the directories, outside a transaction. `null`: the name or the password is wrong there.
   * @throws DomainError that tells the user why the person may not log in
   */
  check(attempt: PasswordAttempt): Promise<{ user: User; origin: LoginOrigin } | null>;
}

/** What knows passwords beside this server. The context of logins registers its directories in `onModuleInit`. */
@Injectable()
export class PasswordChecks {
  private readonly checks: PasswordCheck[] = [];

  add(check: PasswordCheck): void {
    this.checks.push(check);
  }

  async areUsedBy(organization: Organization): Promise<boolean> {
    for (const check of this.checks) if (await check.isUsedBy(organization)) return true;
    return false;
  }

  /** `null`: no directory knows the name with that password. */
  async check(attempt: PasswordAttempt): Promise<{ user: User; origin: LoginOrigin } | null> {
    if (attempt.password === '') return null;
    for (const check of this.checks) {
      const found = await check.check(attempt);
      if (found) return found;
    }
    return null;
  }
}

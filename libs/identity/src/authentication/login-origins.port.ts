import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '@app/kernel';
import type { LoginOrigin } from '../credentials/login-origin';
import type { User } from '../records/user';

/** What this context needs from the context of logins. */
interface Guard {
  /** Whether people with the address must log in at a provider. */
  isElsewhere(organizationId: OrganizationId, address: string): Promise<boolean>;
  /**
   * @param origin `null`: the login was checked here
   * @throws DomainError if the user may not come in this way
   */
  assertStands(user: User, origin: LoginOrigin | null): Promise<void>;
}

/**
 * Whether a session or a key may come from a login: its provider may have been switched off since the person logged in
 * there, or people with the address must log in at another one. The context of logins registers its guard in `onModuleInit`.
 */
@Injectable()
export class LoginOrigins {
  private guard: Guard | null = null;

  guardedBy(guard: Guard): void {
    this.guard = guard;
  }

  async isElsewhere(organizationId: OrganizationId, address: string): Promise<boolean> {
    return (await this.guard?.isElsewhere(organizationId, address)) ?? false;
  }

  /** In the transaction that opens the session. `null`: the login was checked here. */
  async assertStands(user: User, origin: LoginOrigin | null): Promise<void> {
    await this.guard?.assertStands(user, origin);
  }
}

import { Injectable } from '@nestjs/common';
import type { LoginOrigin } from '../credentials/login-origin';

/** What this context needs from the context of logins. */
interface Guard {
  /** @throws DomainError if nothing may come from the external login any more */
  assertStands(origin: LoginOrigin): Promise<void>;
}

/**
 * Whether a session or a key may still come from an external login: its provider may have been switched off since the
 * person logged in there. The context of logins registers its guard in `onModuleInit`.
 */
@Injectable()
export class LoginOrigins {
  private guard: Guard | null = null;

  guardedBy(guard: Guard): void {
    this.guard = guard;
  }

  /** In the transaction that opens the session. `null`: the login was checked here. */
  async assertStands(origin: LoginOrigin | null): Promise<void> {
    if (origin !== null) await this.guard?.assertStands(origin);
  }
}

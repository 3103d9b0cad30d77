import { ApiKeys, Sessions, Users } from '@app/identity';
import { Actor, CredentialsAreInvalid } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** Checks that the credentials of a request are still valid when its transaction runs. */
@Injectable()
export class CredentialChecks {
  constructor(
    private readonly users: Users,
    private readonly keys: ApiKeys,
    private readonly sessions: Sessions,
  ) {}

  /**
   * The caller holds the user's lock. Credentials that ended before the lock are already removed, so nothing may be
   * registered with them now.
   * @throws CredentialsAreInvalid when the account has ended, or the key or the session
   */
  async assertValid(actor: Actor): Promise<void> {
    const { organizationId, userId, keyId, sessionId } = actor;
    const inUse = keyId === null ? await this.sessions.list(actor) : await this.keys.list(actor);
    const user = (await this.users.byIds(organizationId, [userId])).get(userId);
    const isIn = user?.isActive && inUse.some(({ id }) => id === (keyId ?? sessionId));
    if (!isIn) throw new CredentialsAreInvalid();
  }
}

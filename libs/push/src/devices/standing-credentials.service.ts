import { ApiKeys, Sessions, Users } from '@app/identity';
import { Actor, CredentialsAreInvalid } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** Whether what a request has shown when it came in is still good when its turn has come. */
@Injectable()
export class StandingCredentials {
  constructor(
    private readonly users: Users,
    private readonly keys: ApiKeys,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Under the user's lock: what ends with credentials has been ended by now, and nothing may turn up behind it.
   * @throws CredentialsAreInvalid when the account has ended, or the key or the session
   */
  async assertStand(actor: Actor): Promise<void> {
    const { organizationId, userId, keyId, sessionId } = actor;
    const inUse = keyId === null ? await this.sessions.list(actor) : await this.keys.list(actor);
    const user = (await this.users.byIds(organizationId, [userId])).get(userId);
    const isIn = user?.isActive && inUse.some(({ id }) => id === (keyId ?? sessionId));
    if (!isIn) throw new CredentialsAreInvalid();
  }
}

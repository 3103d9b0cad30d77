import type { Actor } from '@app/platform';
import { DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import { QueueControl } from '@app/realtime';
import type { ApiKeyId, SessionId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ApiKeyRepository } from './api-key.repository';
import { CredentialEndings } from './credential-endings.service';
import type { LoginOrigin, OriginFilter } from './login-origin';
import { OriginatedCredential, SessionOriginRepository } from './session-origin.repository';
import { SessionRepository } from './session.repository';

/** Which external login a session or a key comes from, and the end of what comes from one. */
@Injectable()
export class ExternalLogins {
  constructor(
    private readonly origins: SessionOriginRepository,
    private readonly sessions: SessionRepository,
    private readonly keys: ApiKeyRepository,
    private readonly endings: CredentialEndings,
    private readonly queues: QueueControl,
    private readonly events: DomainEventBus,
    private readonly transactions: Transactions,
  ) {}

  /** `null`: the credentials of the request come from a login here. */
  async originOf({ sessionId, keyId }: Pick<Actor, 'sessionId' | 'keyId'>): Promise<LoginOrigin | null> {
    if (sessionId) return this.origins.ofSession(sessionId);
    return keyId ? this.origins.ofKey(keyId) : null;
  }

  /**
   * Ends the sessions, keys and queues of the chosen logins on every node: the provider has ended them. Returns how
   * many sessions and keys that were.
   */
  async end(choice: OriginFilter): Promise<number> {
    return this.transactions.runWhenStable({
      resolve: () => this.origins.chosen(choice),
      locksOf: (found) => [...new Set(found.map(({ userId }) => userId))].map((userId) => lock.user(userId)),
      work: async (found) => {
        for (const userId of new Set(found.map((one) => one.userId)))
          await this.endOf(
            userId,
            found.filter((one) => one.userId === userId),
          );
        await this.raiseEnded(choice);
        return found.length;
      },
    });
  }

  @Raises('ExternalLoginsEnded')
  private async raiseEnded({ providerId, subject, sid }: OriginFilter): Promise<void> {
    await this.events.raise('ExternalLoginsEnded', { providerId, subject, sid });
  }

  private async endOf(userId: OriginatedCredential['userId'], ended: readonly OriginatedCredential[]): Promise<void> {
    const { organizationId } = ended[0]!;
    const sessionIds: SessionId[] = [];
    const keyIds: ApiKeyId[] = [];
    for (const { sessionId, keyId } of ended) {
      if (sessionId !== null && (await this.sessions.remove(userId, sessionId))) sessionIds.push(sessionId);
      if (keyId !== null && (await this.keys.revoke(userId, keyId))) keyIds.push(keyId);
    }
    await this.endings.note({ organizationId, userId, sessionIds, keyIds }, false);
    await this.queues.endQueuesOf(organizationId, userId);
  }
}

import type { ApiKeyId, OrganizationId, UserId } from '@app/kernel';
import { Actor, Transactions } from '@app/platform';
import { QueueControl } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import { Confirmations } from '../confirmations/confirmations.service';
import { ApiKeys } from '../credentials/api-keys.service';
import { Sessions } from '../credentials/sessions.service';
import { PasswordRepository } from './password.repository';

/** Puts a new password in force, and ends what was opened with the old one. */
@Injectable()
export class PasswordReplacements {
  constructor(
    private readonly stored: PasswordRepository,
    private readonly confirmations: Confirmations,
    private readonly sessions: Sessions,
    private readonly keys: ApiKeys,
    private readonly queues: QueueControl,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Ends all sessions, keys and queues of the user but those of the spared credentials. Runs in a transaction that holds
   * the user's lock.
   * @param spared the credentials of the request that changes the password
   * @returns the ids of the keys that end
   */
  async replace(
    organizationId: OrganizationId,
    userId: UserId,
    passwordHash: string,
    spared: Pick<Actor, 'sessionId' | 'keyId'> | null = null,
  ): Promise<ApiKeyId[]> {
    void this.transactions.required;
    await this.stored.store(userId, passwordHash);
    // A pending change of the address may come from an attacker who knew the old password.
    await this.confirmations.revoke(organizationId, userId, ['password_reset', 'email_change']);
    await this.sessions.endOf(organizationId, userId, spared?.sessionId);
    const revoked = await this.keys.endOf(organizationId, userId, spared?.keyId);
    if (!spared) await this.queues.endQueuesOf(organizationId, userId);
    return revoked;
  }
}

import type { OrganizationId, UserId } from '@app/kernel';
import { lock, Secrets, Transactions } from '@app/platform';
import { QueueControl } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { API_KEY_ALPHABET, API_KEY_LENGTH, hashOfKey } from '../domain/api-key';
import { ApiKeyRepository } from '../store/api-key.repository';

/** Whose key it is. `User` and `UserSummary` have the fields. */
interface KeyOwner {
  readonly id: UserId;
  readonly organizationId: OrganizationId;
  readonly isBot: boolean;
}

/** Keys that the operator asked for. No User-Agent has a space before its version, so no login can carry the names. */
export const OPERATOR_CLIENTS = { firstStart: 'first start', commandLine: 'command line' } as const;

/** Logins may repeat for ever; a key that this many later logins have superseded is not in use any more. */
const LOGIN_KEYS = { perClient: 10, perUser: 50 };

/** Keys are shown once, when they are made: stored is their hash, of bots' also what owners may see again. */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly queues: QueueControl,
    private readonly secrets: Secrets,
    private readonly transactions: Transactions,
  ) {}

  /** A new key beside those that the account has. */
  async issue(owner: KeyOwner, client: string): Promise<string> {
    const key = newKey();
    const sealed = owner.isBot ? this.secrets.seal(key) : null;
    await this.transactions.run([lock.user(owner.id)], () =>
      this.keys.insert(owner.organizationId, owner.id, client, hashOfKey(key), sealed),
    );
    return key;
  }

  /** A new key for a login; the oldest of too many are revoked. */
  issueForLogin(owner: KeyOwner, client: string): Promise<string> {
    return this.transactions.run([lock.user(owner.id)], async () => {
      const key = await this.issue(owner, client);
      const revoked = await this.keys.revokeOldest(owner.id, LOGIN_KEYS, Object.values(OPERATOR_CLIENTS));
      if (revoked > 0) this.queues.forgetCredentialsOf(owner.organizationId, owner.id);
      return key;
    });
  }

  /** Revokes all keys of the account, ends what was opened with them, and answers a new key. */
  reset(owner: KeyOwner, client: string): Promise<string> {
    return this.transactions.run([lock.user(owner.id)], async () => {
      await this.keys.revokeAll(owner.id);
      await this.queues.endQueuesOf(owner.organizationId, owner.id);
      return this.issue(owner, client);
    });
  }
}

function newKey(): string {
  return Array.from({ length: API_KEY_LENGTH }, () => API_KEY_ALPHABET[randomInt(API_KEY_ALPHABET.length)]).join('');
}

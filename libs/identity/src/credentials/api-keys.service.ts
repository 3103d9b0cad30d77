import type { ApiKeyId, OrganizationId, SessionId, UserId } from '@app/kernel';
import { Actor, lock, Secrets, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { API_KEY_ALPHABET, API_KEY_LENGTH, hashOfKey } from './api-key';
import { ApiKeyIsUnknown } from './credentials.errors';
import { ApiKeyRepository, ApiKeyRow } from './api-key.repository';
import { Audit } from '../audit/audit.service';
import type { Facts } from '../audit/audit-entry';
import { CredentialEndings, EndedCredentials } from './credential-endings.service';
import type { LoginMethod, LoginOrigin } from './login-origin';
import { SessionOriginRepository } from './session-origin.repository';

/** The owner of a key. `User` and `UserSummary` have the fields. */
interface KeyOwner {
  readonly id: UserId;
  readonly organizationId: OrganizationId;
  readonly isBot: boolean;
}

/** The login that a key is issued for. */
export interface KeyLogin {
  readonly method: LoginMethod;
  /** The session that the login opened; absent: none. */
  readonly sessionId?: SessionId | null;
  /** Absent or `null`: the login was checked here. */
  readonly origin?: LoginOrigin | null;
}

/** What the audit log says of an external login. */
export const factsOf = (origin: LoginOrigin | null): Facts =>
  origin === null ? {} : { provider_id: origin.providerId, subject: origin.subject };

/**
 * Client names of keys that the operator requested. A User-Agent has no space before its version, so no login can use
 * these names.
 */
export const OPERATOR_CLIENTS = { firstStart: 'first start', commandLine: 'command line' } as const;

/** Bounds the keys that logins create. A key that so many later logins have followed is no longer in use. */
const LOGIN_KEYS = { perClient: 10, perUser: 50 };

/**
 * API keys. A key is shown once, when it is made, and its hash is stored. Keys of bots are also stored encrypted,
 * because their owners may see them again.
 */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly origins: SessionOriginRepository,
    private readonly endings: CredentialEndings,
    private readonly secrets: Secrets,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /** Issues a new key in addition to the existing ones. */
  issue(owner: KeyOwner, client: string): Promise<string> {
    return this.transactions.run([lock.user(owner.id)], async () => {
      const { id, key } = await this.make(owner, client);
      this.audit.record({
        organizationId: owner.organizationId,
        action: 'issued',
        object: { type: 'api_key', id },
        after: { user_id: owner.id, client },
      });
      return key;
    });
  }

  /**
   * Issues a new key for a login, and for its session if it opened one. If the account has too many keys, the oldest
   * are revoked.
   */
  issueForLogin(
    owner: KeyOwner,
    client: string,
    { method, sessionId = null, origin = null }: KeyLogin,
  ): Promise<string> {
    return this.transactions.run([lock.user(owner.id)], async () => {
      const { id, key } = await this.make(owner, client);
      if (origin) await this.origins.insert({ userId: owner.id, sessionId: null, keyId: id }, origin);
      const revoked = await this.keys.revokeOldest(owner.id, LOGIN_KEYS, Object.values(OPERATOR_CLIENTS));
      if (revoked.length > 0) await this.endings.supersede(endedBy(owner, revoked));
      const session = sessionId === null ? {} : { session_id: sessionId };
      this.audit.record({
        organizationId: owner.organizationId,
        actorId: owner.id,
        action: 'logged_in',
        object: { type: 'user', id: owner.id },
        after: { method, ...factsOf(origin), api_key_id: id, ...session, revoked_api_key_ids: revoked },
      });
      return key;
    });
  }

  /**
   * Revokes all keys of the account, ends the sessions and queues opened with them, and returns a new key.
   * @param origin the external login that the request's credentials come from; the key ends with it
   */
  reset(owner: KeyOwner, client: string, origin: LoginOrigin | null = null): Promise<string> {
    return this.transactions.run([lock.user(owner.id)], async () => {
      const revoked = await this.keys.revokeAll(owner.id, null);
      await this.endings.reset(endedBy(owner, revoked));
      const { id, key } = await this.make(owner, client);
      if (origin) await this.origins.insert({ userId: owner.id, sessionId: null, keyId: id }, origin);
      this.audit.record({
        organizationId: owner.organizationId,
        action: 'reset',
        object: { type: 'user', id: owner.id },
        before: { api_key_ids: revoked },
        after: { api_key_ids: [id], client },
      });
      return key;
    });
  }

  /** The valid keys of a user, latest first. */
  list({ userId }: Pick<Actor, 'userId'>): Promise<ApiKeyRow[]> {
    return this.keys.list(userId);
  }

  /**
   * Revokes one of the user's keys.
   * @throws ApiKeyIsUnknown also for another user's
   */
  async revoke({ organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>, id: number): Promise<void> {
    await this.transactions.run([lock.user(userId)], async () => {
      if (!(await this.keys.revoke(userId, id))) throw new ApiKeyIsUnknown();
      await this.endings.note({ organizationId, userId, keyIds: [id as ApiKeyId] }, false);
    });
  }

  /**
   * Revokes all keys of an account except `spared` (`actor.keyId`). Used after a password change, because an attacker
   * who knew the old password may have obtained keys. If a transaction is open, the caller holds the user's lock.
   * Returns the revoked ids, ascending.
   */
  endOf(organizationId: OrganizationId, userId: UserId, spared: ApiKeyId | null = null): Promise<ApiKeyId[]> {
    return this.transactions.run([lock.user(userId)], async () => {
      const revoked = await this.keys.revokeAll(userId, spared);
      await this.endings.note({ organizationId, userId, keyIds: revoked }, true);
      return revoked;
    });
  }

  /** The latest key of each bot, which its owner may see again. */
  async ofBots(ids: readonly UserId[]): Promise<Map<UserId, string>> {
    const rows = ids.length === 0 ? [] : await this.keys.sealedOf(ids);
    return new Map(rows.map(({ userId, sealed }) => [userId, this.secrets.open(sealed)]));
  }

  private async make({ id, organizationId, isBot }: KeyOwner, client: string): Promise<{ id: ApiKeyId; key: string }> {
    const key = newKey();
    const sealed = isBot ? this.secrets.seal(key) : null;
    return { key, id: await this.keys.insert(organizationId, id, client, hashOfKey(key), sealed) };
  }
}

const endedBy = ({ id, organizationId }: KeyOwner, keyIds: readonly ApiKeyId[]): EndedCredentials => ({
  organizationId,
  userId: id,
  keyIds,
});

function newKey(): string {
  return Array.from({ length: API_KEY_LENGTH }, () => API_KEY_ALPHABET[randomInt(API_KEY_ALPHABET.length)]).join('');
}

import type { ApiKeyId, OrganizationId, SessionId, UserId } from '@app/kernel';
import { DomainEventBus, Raises } from '@app/platform';
import { QueueControl } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';

/** API keys and sessions of one user that ended together. */
export interface EndedCredentials {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly keyIds?: readonly ApiKeyId[];
  readonly sessionIds?: readonly SessionId[];
}

/** Says in the transaction that ends credentials that they end. */
@Injectable()
export class CredentialEndings {
  constructor(
    private readonly queues: QueueControl,
    private readonly events: DomainEventBus,
    private readonly audit: Audit,
  ) {}

  /** The user, or what happened to the account, ended them. */
  async note(ended: EndedCredentials, isThorough: boolean): Promise<void> {
    const { organizationId, userId, keyIds = [], sessionIds = [] } = ended;
    const object = { type: 'user' as const, id: userId };
    if (keyIds.length + sessionIds.length > 0) this.queues.forgetCredentialsOf(organizationId, userId);
    if (keyIds.length > 0)
      this.audit.record({ organizationId, action: 'revoked_keys', object, before: { api_key_ids: keyIds } });
    if (sessionIds.length > 0)
      this.audit.record({ organizationId, action: 'logged_out', object, before: { session_ids: sessionIds } });
    await this.raiseEnded(ended, isThorough);
  }

  /** A login replaced them. That is no logout, so the audit log has no entry for it. */
  async supersede(ended: EndedCredentials): Promise<void> {
    this.queues.forgetCredentialsOf(ended.organizationId, ended.userId);
    await this.raiseEnded(ended, false);
  }

  /** The account gets another key. The queues end too, and the audit log has an entry for the change. */
  async reset(ended: EndedCredentials): Promise<void> {
    await this.queues.endQueuesOf(ended.organizationId, ended.userId);
    await this.raiseEnded(ended, true);
  }

  /** @param isThorough everything opened with other credentials must end too */
  @Raises('CredentialsEnded')
  private async raiseEnded(
    { keyIds = [], sessionIds = [], ...of }: EndedCredentials,
    isThorough: boolean,
  ): Promise<void> {
    await this.events.raise('CredentialsEnded', { ...of, keyIds, sessionIds, isThorough });
  }
}

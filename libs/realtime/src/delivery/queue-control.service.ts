import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { isQueueId } from './queue-id';
import { QueueRepository } from '../records/queue.repository';
import { EventLog } from '../event-log/event-log.service';
import type { Audience } from '../records/audience';
import type { EventKind } from '../event-log/ports';
import { Registry } from '../event-log/registry.service';

/** The kind of log entries for nodes, which clients do not receive. */
export const QUEUE_CONTROL = 'queue_control';

export interface QueueControlPayload {
  /**
   * `end`: the queues are removed. `forget`: the next poll must show valid credentials again. `confine`: no further
   * messages of channels to which the user is not subscribed.
   */
  action: 'end' | 'forget' | 'confine';
  /** `null`: all users of the organization. */
  userId: UserId | null;
  queueId: string | null;
}

/** Ends queues, or makes nodes check credentials again. Called in the transaction that revokes the permission. */
@Injectable()
export class QueueControl implements OnModuleInit {
  constructor(
    private readonly queues: QueueRepository,
    private readonly log: EventLog,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    const silent: EventKind<QueueControlPayload> = {
      kind: QUEUE_CONTROL,
      type: QUEUE_CONTROL,
      variant: () => '',
      shape: () => null,
    };
    this.registry.addKinds(silent);
  }

  /** An account was deactivated: its queues end on every node at the next read of the log. */
  async endQueuesOf(organizationId: OrganizationId, userId: UserId): Promise<void> {
    await this.queues.removeOf(organizationId, userId);
    this.tell(organizationId, { action: 'end', userId, queueId: null });
  }

  /** A key was revoked: polls with it fail after the next read of the log. Queues stay for the user's other keys. */
  forgetCredentialsOf(organizationId: OrganizationId, userId: UserId): void {
    this.tell(organizationId, { action: 'forget', userId, queueId: null });
  }

  /** The organization was deactivated: each of its polls must show valid credentials again. */
  forgetAllCredentials(organizationId: OrganizationId): void {
    this.tell(organizationId, { action: 'forget', userId: null, queueId: null });
  }

  /** The account became a guest: from this place in the log on, its queues receive no public messages. */
  async confineQueuesOf(organizationId: OrganizationId, userId: UserId): Promise<void> {
    await this.queues.confineOf(organizationId, userId);
    this.tell(organizationId, { action: 'confine', userId, queueId: null });
  }

  /** The client deleted its queue. `false`: there was none. */
  async end(organizationId: OrganizationId, userId: UserId, queueId: string): Promise<boolean> {
    if (!isQueueId(queueId) || (await this.queues.remove(organizationId, userId, queueId)) === 0) return false;
    this.tell(organizationId, { action: 'end', userId, queueId });
    return true;
  }

  private tell(organizationId: OrganizationId, payload: QueueControlPayload): void {
    const audience: Audience =
      payload.userId === null ? { to: 'organization', except: [] } : { to: 'users', ids: [payload.userId] };
    this.log.tell({ kind: QUEUE_CONTROL, organizationId, audience, payload });
  }
}

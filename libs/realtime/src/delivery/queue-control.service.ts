import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { isQueueId } from './queue-id';
import { QueueRepository } from '../records/queue.repository';
import { EventLog } from '../event-log/event-log.service';
import type { Audience } from '../records/audience';
import type { EventKind } from '../event-log/ports';
import { Registry } from '../event-log/registry.service';

/** The kind of log entries that speak to nodes and not to clients. */
export const QUEUE_CONTROL = 'queue_control';

export interface QueueControlPayload {
  /**
   * `end`: the queues are gone. `forget`: a poll must show valid credentials again. `confine`: no more messages
   * of channels that the user is not in.
   */
  action: 'end' | 'forget' | 'confine';
  /** null: everybody in the organization. */
  userId: UserId | null;
  queueId: string | null;
}

/** Ends queues, or makes nodes ask for credentials anew: inside the transaction that takes the right away. */
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

  /** An account was deactivated: its queues end on every node within one look at the log. */
  async endQueuesOf(organizationId: OrganizationId, userId: UserId): Promise<void> {
    await this.queues.removeOf(organizationId, userId);
    this.tell(organizationId, { action: 'end', userId, queueId: null });
  }

  /** A key was revoked: polls with it fail within one look at the log; queues stay, for the user's other keys. */
  forgetCredentialsOf(organizationId: OrganizationId, userId: UserId): void {
    this.tell(organizationId, { action: 'forget', userId, queueId: null });
  }

  /** The organization is closed: every poll of it must show valid credentials again. */
  forgetAllCredentials(organizationId: OrganizationId): void {
    this.tell(organizationId, { action: 'forget', userId: null, queueId: null });
  }

  /** The account became a guest: its queues no longer get what is public, from this place in the log on. */
  async confineQueuesOf(organizationId: OrganizationId, userId: UserId): Promise<void> {
    await this.queues.confineOf(organizationId, userId);
    this.tell(organizationId, { action: 'confine', userId, queueId: null });
  }

  /** The client gave a queue of the user back. False when there was none. */
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

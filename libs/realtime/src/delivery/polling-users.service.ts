import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { QueueRepository } from '../records/queue.repository';

/**
 * Which users poll for events. Only for mails and notifications: the audience of an event never depends on it (ADR 1).
 */
@Injectable()
export class PollingUsers {
  constructor(private readonly queues: QueueRepository) {}

  /**
   * When a client of each user last polled for events of the type, in UNIX milliseconds. Users without such a queue are
   * absent. Nodes report polls with a delay of up to half a minute.
   * @param type the event type of the protocol
   */
  lastPolls(
    organizationId: OrganizationId,
    type: string,
    userIds: readonly UserId[],
  ): Promise<ReadonlyMap<UserId, number>> {
    return this.queues.lastPolls(organizationId, type, userIds);
  }
}

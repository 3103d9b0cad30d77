import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { QueueRepository } from '../records/queue.repository';

/** Who asks for events. For mails and notifications alone: who is told of an event never depends on it (ADR 1). */
@Injectable()
export class Listeners {
  constructor(private readonly queues: QueueRepository) {}

  /**
   * When a client of theirs last asked for events of the type, in UNIX milliseconds; users without such a queue are absent.
   * Nodes say so now and then: it may be half a minute ago that they did.
   * @param type the client's word
   */
  lastPolls(
    organizationId: OrganizationId,
    type: string,
    userIds: readonly UserId[],
  ): Promise<ReadonlyMap<UserId, number>> {
    return this.queues.lastPolls(organizationId, type, userIds);
  }
}

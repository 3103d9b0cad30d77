import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Capabilities } from '../domain/queue-options';
import { QueueRepository } from '../store/queue.repository';

/** Who has a queue that could deliver something. For events whose shapes cost a look at each user. */
@Injectable()
export class Listeners {
  constructor(private readonly queues: QueueRepository) {}

  /**
   * In the transaction that tells: whoever opens a queue only now reads what the transaction leaves behind.
   * @param type the client's word
   * @param among null: the whole organization
   */
  of(organizationId: OrganizationId, type: string, among: readonly UserId[] | null): Promise<UserId[]> {
    return this.queues.listening(organizationId, type, among);
  }

  /** As `of`, only those with a queue whose client does not know that capability. */
  lacking(
    organizationId: OrganizationId,
    type: string,
    capability: keyof Capabilities,
    among: readonly UserId[],
  ): Promise<UserId[]> {
    return this.queues.lacking(organizationId, type, capability, among);
  }

  /**
   * When a client of theirs last asked for events of the type, in UNIX milliseconds; whoever has no such queue is absent.
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

import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { HeldQueues } from '../delivery/held-queues.service';
import { Hub } from '../delivery/hub.service';
import { QueueControl } from '../delivery/queue-control.service';

type Answer = (actor: Actor) => Promise<boolean>;

/**
 * Queues for more than their user's own messages. Whether one may have them was decided by credentials that were looked at
 * before a transaction that takes the right away could see the queue's row, on this node or another: so it is asked again.
 */
@Injectable()
export class WideQueues {
  private answer: Answer | null = null;

  constructor(
    private readonly transactions: Transactions,
    private readonly control: QueueControl,
    private readonly held: HeldQueues,
    private readonly hub: Hub,
  ) {}

  /** From `onModuleInit` on: whether the account is, as of now, one that may have them. */
  answeredBy(answer: Answer): void {
    this.answer = answer;
  }

  /** To be called when the row is committed and its id is not published yet. */
  async confirm(actor: Actor, queueId: string): Promise<void> {
    const { organizationId, userId } = actor;
    const isConfined = await this.transactions.run([lock.organizationShared(organizationId)], async () => {
      if (await this.answer?.(actor)) return false;
      await this.control.confineQueuesOf(organizationId, userId);
      return true;
    });
    const held = this.held.find(queueId);
    if (isConfined && held) this.hub.remove(held); // made again from its row, it has nothing that it should not have
  }
}

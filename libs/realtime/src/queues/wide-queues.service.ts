import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ResidentQueues } from '../delivery/resident-queues.service';
import { Hub } from '../delivery/hub.service';
import { QueueControl } from '../delivery/queue-control.service';

type Implementation = (actor: Actor) => Promise<boolean>;

/**
 * Queues that receive more than their user's own messages. The permission was checked with credentials that were read
 * before a revoking transaction could see the queue's row, so it is checked again.
 */
@Injectable()
export class WideQueues {
  private implementation: Implementation | null = null;

  constructor(
    private readonly transactions: Transactions,
    private readonly control: QueueControl,
    private readonly residents: ResidentQueues,
    private readonly hub: Hub,
  ) {}

  /** Registers in `onModuleInit` the check whether an account may have such queues now. */
  implementedBy(implementation: Implementation): void {
    this.implementation = implementation;
  }

  /** Called after the row is committed and before its id is returned. */
  async confirm(actor: Actor, queueId: string): Promise<void> {
    const { organizationId, userId } = actor;
    const isConfined = await this.transactions.run([lock.organizationShared(organizationId)], async () => {
      if (await this.implementation?.(actor)) return false;
      await this.control.confineQueuesOf(organizationId, userId);
      return true;
    });
    const held = this.residents.find(queueId);
    if (isConfined && held) this.hub.remove(held); // rebuilt from its row, it has only permitted events
  }
}

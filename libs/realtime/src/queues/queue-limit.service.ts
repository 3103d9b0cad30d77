import { Clock } from '@app/kernel';
import { Actor, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { QueueRepository, QueueUse } from '../records/queue.repository';
import { ResidentQueues } from '../delivery/resident-queues.service';
import { QueueControl } from '../delivery/queue-control.service';

/** The most queues of a user. */
const MAX_QUEUES = 100;
/** A queue that was never polled counts as one whose last poll was this long before its registration. */
const NEVER_POLLED_MS = 60_000;

/** Ends queues of users who have too many: those with the oldest last poll. */
@Injectable()
export class QueueLimit {
  constructor(
    private readonly rows: QueueRepository,
    private readonly control: QueueControl,
    private readonly residents: ResidentQueues,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Called after the row of the newest queue is committed. Of several concurrent calls the last one sees all rows. */
  async keep({ organizationId, userId }: Actor, newest: string): Promise<void> {
    const uses = (await this.rows.beyond(organizationId, userId, MAX_QUEUES)).filter(({ id }) => id !== newest);
    if (uses.length < MAX_QUEUES) return;
    const ages = new Map(uses.map((use) => [use.id, this.ageOf(use)]));
    const oldestFirst = [...ages.keys()].sort((one, other) => ages.get(other)! - ages.get(one)!);
    const ended = oldestFirst.slice(0, uses.length - (MAX_QUEUES - 1)).sort();
    await this.transactions.run([], async () => {
      for (const id of ended) await this.control.end(organizationId, userId, id);
    });
  }

  /** Milliseconds since the last poll. Rows contain polls with some delay; this node knows its own exactly. */
  private ageOf({ id, sincePollMs, isPolled }: QueueUse): number {
    const held = this.residents.find(id);
    if (held?.waiting) return 0;
    const noted = isPolled ? sincePollMs : sincePollMs + NEVER_POLLED_MS;
    return held?.isProgressUnsaved ? Math.min(noted, this.clock.now().getTime() - held.lastSeenAt) : noted;
  }
}

import { Clock } from '@app/kernel';
import { Actor, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { EventsAreAlreadyPruned, QueueIsUnknown } from '../errors';
import { baseOf } from '../records/event-id';
import type { QueueOptions } from '../records/queue-options';
import { parseSnapshot } from '../records/snapshot';
import { EventLogRepository } from '../records/event-log.repository';
import { QueueRepository } from '../records/queue.repository';
import { EventShapes } from '../delivery/event-shapes.service';
import { HeldQueues } from '../delivery/held-queues.service';
import { Hub } from '../delivery/hub.service';
import { QueueControl } from '../delivery/queue-control.service';
import { ResidentQueue } from '../delivery/resident-queue';
import { TakeOvers } from '../delivery/take-overs.service';

/** For so long clients are sent on to nodes of a newer version. */
const UPGRADE_SECONDS = 120;

/** The event queues of clients: a row each, and on the nodes that serve them a cursor in memory. */
@Injectable()
export class Queues {
  constructor(
    private readonly held: HeldQueues,
    private readonly shapes: EventShapes,
    private readonly hub: Hub,
    private readonly takeOvers: TakeOvers,
    private readonly rows: QueueRepository,
    private readonly entries: EventLogRepository,
    private readonly control: QueueControl,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a queue and runs `read` in the snapshot that the queue starts from: what the snapshot shows is not told again,
   * everything after it is (ADR 1).
   */
  async allocate<T>(
    actor: Actor,
    options: QueueOptions,
    idleSeconds: number,
    read: () => Promise<T>,
  ): Promise<{ queueId: string; state: T }> {
    const queueId = crypto.randomUUID();
    const viewer = { queueId, userId: actor.userId, organizationId: actor.organizationId, options };
    const eventsOf = this.shapes.acceptance(viewer); // refuses a narrow that queues do not know, before anything is written
    const { snapshot, state } = await this.transactions.run(
      [],
      async () => {
        const text = await this.entries.snapshot();
        const state = await read();
        const row = {
          id: queueId,
          ...viewer,
          keyId: actor.keyId,
          snapshot: text,
          baseXid: baseOf(parseSnapshot(text).xmin),
          idleSeconds,
        };
        this.rows.insert(row, actor);
        return { snapshot: parseSnapshot(text), state };
      },
      { repeatableRead: true },
    );
    const queue = new ResidentQueue(
      viewer,
      actor.keyId,
      baseOf(snapshot.xmin),
      snapshot,
      idleSeconds,
      eventsOf,
      -1,
      this.now(),
    );
    this.takeOvers.admit(queue, queue.position); // or the first poll makes it from its row
    return { queueId, state };
  }

  /**
   * Acknowledges everything up to an id and makes sure that this node has what follows it.
   * @throws EventsAreAlreadyPruned, EventIdWasNeverIssued, QueueIsUnknown
   */
  async acknowledge(queue: ResidentQueue, lastEventId: number): Promise<ResidentQueue> {
    if (queue.hasPruned(lastEventId)) throw new EventsAreAlreadyPruned(lastEventId);
    await this.takeOvers.assertIssued(queue, lastEventId);
    const able = queue.canServe(lastEventId) ? queue : await this.takeOvers.again(queue, lastEventId);
    if (able.hasPruned(lastEventId)) throw new EventsAreAlreadyPruned(lastEventId); // by another poll meanwhile
    if (able.isForOthers && (await this.isForNobody(able))) throw new QueueIsUnknown(able.viewer.queueId);
    able.acknowledge(lastEventId, this.now());
    return able;
  }

  /** @throws QueueIsUnknown also for another user's queue */
  async end({ organizationId, userId }: Actor, queueId: string): Promise<void> {
    const ended = await this.transactions.run([], () => this.control.end(organizationId, userId, queueId));
    if (!ended) throw new QueueIsUnknown(queueId);
    const held = this.held.find(queueId);
    if (held) this.hub.remove(held);
  }

  /** No node has told for long what follows: the newer version was taken back, and its events are lost with it. */
  private async isForNobody({ endsBefore }: ResidentQueue): Promise<boolean> {
    const { xid, ordinal } = endsBefore!;
    return (await this.entries.lagSeconds({ xid, ordinal: ordinal - 1 })) > UPGRADE_SECONDS;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

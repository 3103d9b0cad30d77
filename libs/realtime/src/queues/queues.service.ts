import { Clock } from '@app/kernel';
import { Actor, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { EventsAreAlreadyPruned, QueueIsUnknown } from '../errors';
import { baseOf } from '../records/event-id';
import type { QueueOptions } from '../records/queue-options';
import { parseSnapshot } from '../records/snapshot';
import { EventLogRepository } from '../records/event-log.repository';
import { EventShapes } from '../delivery/event-shapes.service';
import { ResidentQueues } from '../delivery/resident-queues.service';
import { Hub } from '../delivery/hub.service';
import { QueueControl } from '../delivery/queue-control.service';
import { ResidentQueue } from '../delivery/resident-queue';
import { QueueRebuilds } from '../delivery/queue-rebuilds.service';
import { QueueSnapshots } from './queue-snapshots.service';

/** For this time clients are sent to nodes of a newer version. */
const UPGRADE_SECONDS = 120;

/** The event queues of clients: a row each, and a cursor in the memory of the nodes that serve them. */
@Injectable()
export class Queues {
  constructor(
    private readonly residents: ResidentQueues,
    private readonly shapes: EventShapes,
    private readonly hub: Hub,
    private readonly rebuilds: QueueRebuilds,
    private readonly snapshots: QueueSnapshots,
    private readonly entries: EventLogRepository,
    private readonly control: QueueControl,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a queue and runs `read` in the snapshot at which the queue begins. The queue receives exactly the events
   * that the snapshot does not contain (ADR 1).
   */
  async allocate<T>(
    actor: Actor,
    options: QueueOptions,
    idleSeconds: number,
    read: () => Promise<T>,
  ): Promise<{ queueId: string; state: T }> {
    const queueId = crypto.randomUUID();
    const viewer = { queueId, userId: actor.userId, organizationId: actor.organizationId, options };
    const eventsOf = this.shapes.acceptance(viewer); // refuses an unsupported narrow before any write
    const row = { id: queueId, ...viewer, keyId: actor.keyId, idleSeconds };
    const { text, state } = await this.snapshots.begin(actor, row, read);
    const snapshot = parseSnapshot(text);
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
    this.rebuilds.admit(queue, queue.position); // otherwise the first poll rebuilds it from its row
    return { queueId, state };
  }

  /**
   * Acknowledges everything up to an id and ensures that this node has what follows.
   * @throws EventsAreAlreadyPruned, EventIdWasNeverIssued, QueueIsUnknown
   */
  async acknowledge(queue: ResidentQueue, lastEventId: number): Promise<ResidentQueue> {
    if (queue.hasPruned(lastEventId)) throw new EventsAreAlreadyPruned(lastEventId);
    await this.rebuilds.assertIssued(queue, lastEventId);
    const able = queue.canServe(lastEventId) ? queue : await this.rebuilds.rebuild(queue, lastEventId);
    if (able.hasPruned(lastEventId)) throw new EventsAreAlreadyPruned(lastEventId); // by a concurrent poll
    if (able.needsNewerNode && (await this.isShapedByNoNode(able))) throw new QueueIsUnknown(able.viewer.queueId);
    able.acknowledge(lastEventId, this.now());
    return able;
  }

  /** As `acknowledge`, where that needs no query. `false`: it does, or it would be refused. */
  acknowledgeAtOnce(queue: ResidentQueue, lastEventId: number): boolean {
    const isUsual = !queue.hasPruned(lastEventId) && !queue.needsNewerNode && queue.canServe(lastEventId);
    if (!isUsual || !this.rebuilds.isSurelyIssued(queue, lastEventId)) return false;
    queue.acknowledge(lastEventId, this.now());
    return true;
  }

  /** @throws QueueIsUnknown also for another user's queue */
  async end({ organizationId, userId }: Actor, queueId: string): Promise<void> {
    const ended = await this.transactions.run([], () => this.control.end(organizationId, userId, queueId));
    if (!ended) throw new QueueIsUnknown(queueId);
    const held = this.residents.find(queueId);
    if (held) this.hub.remove(held);
  }

  /** No node has shaped the next entry for a long time. The newer version was rolled back, and its events are lost. */
  private async isShapedByNoNode({ endsBefore }: ResidentQueue): Promise<boolean> {
    const { xid, ordinal } = endsBefore!;
    return (await this.entries.lagSeconds({ xid, ordinal: ordinal - 1 })) > UPGRADE_SECONDS;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

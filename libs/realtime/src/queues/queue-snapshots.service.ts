import { Actor, ReplicaReads, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { baseOf } from '../records/event-id';
import { EventLogRepository } from '../records/event-log.repository';
import { QueueRepository, QueueRow } from '../records/queue.repository';
import { parseSnapshot } from '../records/snapshot';

/** What a queue is, without the place at which its events begin. */
type NewQueue = Omit<QueueRow, 'acknowledgedId' | 'caughtUpXid' | 'snapshot' | 'baseXid'>;

/** A state, and the snapshot that it was read in, as text. */
interface Read<T> {
  readonly text: string;
  readonly state: T;
}

/** Reads the state that a queue begins with, and keeps the queue's row with the snapshot of that state. */
@Injectable()
export class QueueSnapshots {
  constructor(
    private readonly rows: QueueRepository,
    private readonly entries: EventLogRepository,
    private readonly transactions: Transactions,
    private readonly reads: ReplicaReads,
  ) {}

  async begin<T>(actor: Actor, queue: NewQueue, read: () => Promise<T>): Promise<Read<T>> {
    const insert = (text: string): void =>
      this.rows.insert({ ...queue, snapshot: text, baseXid: baseOf(parseSnapshot(text).xmin) }, actor);
    const found = await this.readOnReplica(actor, read);
    if (!found) return this.readAndInsert(read, insert);
    // No audience depends on rows of queues, so the row may follow its snapshot.
    await this.transactions.run([], async () => insert(found.text));
    return found;
  }

  private readAndInsert<T>(read: () => Promise<T>, insert: (text: string) => void): Promise<Read<T>> {
    const work = async () => {
      const text = await this.entries.snapshot();
      const state = await read();
      insert(text);
      return { text, state };
    };
    return this.transactions.run([], work, { repeatableRead: true });
  }

  /** `null`: the primary has to answer. */
  private readOnReplica<T>(actor: Actor, read: () => Promise<T>): Promise<Read<T> | null> {
    return this.reads.snapshot(actor, async () => {
      const text = await this.entries.replicaSnapshot();
      return text === null ? null : { text, state: await read() };
    });
  }
}

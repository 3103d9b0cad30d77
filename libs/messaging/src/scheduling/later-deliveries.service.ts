import type { OrganizationId, UserId } from '@app/kernel';
import { Backlog, isDatabaseUnavailable, Log, Worker, Workers } from '@app/platform';
import type { OnModuleInit } from '@nestjs/common';
import { Author, Authors } from '../authors/authors.service';
import { inLanes } from './lanes';

const BATCH = 200;
const EVERY_MS = 1_000;
/** After this time other nodes may lease the item: its node was killed, or is very slow. */
const LEASE_SECONDS = 30;
const RETRY_MS = 1_000;
const MAX_ATTEMPTS = 5;

/** An item that is due at a certain time. */
export interface DueItem {
  readonly id: number;
  readonly organizationId: OrganizationId;
  /** The number of failures. */
  readonly attempts: number;
}

/** The table of items. */
export interface DueItemRows<Item extends DueItem> {
  /** Leases due items, the longest waiting first. Skips those that other nodes have leased. */
  lease(limit: number, seconds: number): Promise<Item[]>;
  /** Releases the leases. */
  release(items: readonly Item[]): Promise<void>;
  /** A temporary failure: tries again later. */
  postpone(item: Item, milliseconds: number): Promise<void>;
  /** Milliseconds until the first item is due, whether or not it is leased; `null`: there is none. */
  dueInMs(): Promise<number | null>;
  backlog(): Promise<Backlog>;
}

/** Handles due items: those of one owner in order, those of different owners in parallel. */
export abstract class LaterDeliveries<Item extends DueItem> implements Worker, OnModuleInit {
  abstract readonly name: string;
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly due: DueItemRows<Item>,
    private readonly authors: Authors,
    private readonly workers: Workers,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  /** Returns whether an item was handled, so that more may be due at once. */
  async work(signal: AbortSignal): Promise<boolean> {
    const due = await this.due.lease(BATCH, LEASE_SECONDS);
    if (due.length === 0) return false;
    const owned = due.map((item) => ({ organizationId: item.organizationId, userId: this.ownerOf(item) }));
    const authors = await this.authors.of(owned);
    let settled = 0;
    await inLanes(
      due,
      (item) => this.ownerOf(item),
      async (lane) => {
        for (const [at, item] of lane.entries()) {
          if (signal.aborted || !(await this.attempt(item, authors.get(this.ownerOf(item))!))) {
            return this.due.release(lane.slice(signal.aborted ? at : at + 1));
          }
          settled++;
        }
      },
    );
    return settled > 0;
  }

  dueInMs(): Promise<number | null> {
    return this.due.dueInMs();
  }

  backlog(): Promise<Backlog> {
    return this.due.backlog();
  }

  protected abstract ownerOf(item: Item): UserId;

  /** `false`: it is still to be done, and so are later items of the owner. Thrown errors count as temporary. */
  protected abstract deliver(item: Item, author: Author): Promise<boolean>;

  /** Called after too many failures. */
  protected abstract giveUp(item: Item, author: Author): Promise<void>;

  /** @throws what keeps everything from being done */
  private async attempt(item: Item, author: Author): Promise<boolean> {
    try {
      return await this.deliver(item, author);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.log.warn('what is due could not be done', { worker: this.name, id: item.id, error });
      if (item.attempts + 1 >= MAX_ATTEMPTS) await this.giveUp(item, author);
      else await this.due.postpone(item, RETRY_MS * 2 ** item.attempts);
      return false;
    }
  }
}

import type { MessageId, OrganizationId } from '@app/kernel';
import { RENDERER_VERSION } from '@app/markdown';
import { Backlog, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { DueRerendering } from './rerendering';
import { RerenderingRepository } from './rerendering.repository';

/** The name of the worker. */
export const RERENDERER = 'rerenderings';

/** Messages of older renderer versions are counted up to this number. */
const MAX_COUNTED = 100_000;

/** Messages that must be rendered again because something that they show has changed: a thumbnail, a linked page. */
@Injectable()
export class Rerenderings {
  constructor(
    private readonly rows: RerenderingRepository,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Called in the transaction of the change. The messages are rendered soon after its commit. If the HTML of a message
   * differs, its readers receive an `update_message` event with `rendering_only`.
   * @throws Error outside a transaction
   */
  async queue(organizationId: OrganizationId, messageIds: readonly MessageId[]): Promise<void> {
    const { afterCommit } = this.transactions.required;
    if (messageIds.length === 0) return;
    await this.rows.insert(organizationId, messageIds);
    afterCommit.push(() => this.workers.nudge(RERENDERER));
  }

  /** Leases due requests for a minute. */
  lease(limit: number): Promise<DueRerendering[]> {
    return this.rows.lease(limit);
  }

  /** As `lease`, for messages of older renderer versions, newest first; `null`: there are none. */
  async leaseStale(limit: number): Promise<DueRerendering[] | null> {
    return (await this.rows.insertStale(RENDERER_VERSION, limit)) === 0 ? null : this.rows.lease(limit);
  }

  /** Called in the transaction that writes the message. `false`: it was requested again meanwhile and stays queued. */
  finish(due: DueRerendering): Promise<boolean> {
    return this.rows.finish(due);
  }

  /** A temporary failure. `false`: it has failed too often and is removed. */
  postpone({ id }: DueRerendering): Promise<boolean> {
    return this.rows.postpone(id);
  }

  async backlog(): Promise<Backlog> {
    const [asked, stale] = await Promise.all([
      this.rows.backlog(),
      this.rows.countStale(RENDERER_VERSION, MAX_COUNTED),
    ]);
    return { ...asked, waiting: asked.waiting + stale };
  }
}

import type { MessageId, OrganizationId } from '@app/kernel';
import { RENDERER_VERSION } from '@app/markdown';
import { Backlog, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { DueRerendering } from './rerendering';
import { RerenderingRepository } from './rerendering.repository';

/** Name of the worker that renders again. */
export const RERENDERER = 'rerenderings';

/** More messages of an older renderer than these are not counted. */
const MOST_COUNTED = 100_000;

/** Messages that are to be rendered again, because something that they show has changed: a thumbnail, a linked page. */
@Injectable()
export class Rerenderings {
  constructor(
    private readonly rows: RerenderingRepository,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
  ) {}

  /**
   * In the transaction of what has changed. They are rendered soon after its commit; users who see one whose HTML differs are
   * told by an `update_message` event with `rendering_only`.
   * @throws Error outside a transaction
   */
  async queue(organizationId: OrganizationId, messageIds: readonly MessageId[]): Promise<void> {
    const { afterCommit } = this.transactions.required;
    if (messageIds.length === 0) return;
    await this.rows.insert(organizationId, messageIds);
    afterCommit.push(() => this.workers.nudge(RERENDERER));
  }

  /** Takes up what was asked for and is due, for a minute. */
  lease(limit: number): Promise<DueRerendering[]> {
    return this.rows.lease(limit);
  }

  /** As `lease`, messages of an older renderer, the newest first; null: all are of this one. */
  async leaseStale(limit: number): Promise<DueRerendering[] | null> {
    return (await this.rows.insertStale(RENDERER_VERSION, limit)) === 0 ? null : this.rows.lease(limit);
  }

  /** In the transaction that writes the message. False: it was asked for again meanwhile, and that stays. */
  finish(due: DueRerendering): Promise<boolean> {
    return this.rows.finish(due);
  }

  /** It could not be rendered, for a reason that may pass. False: it has failed too often, and is given up. */
  postpone({ id }: DueRerendering): Promise<boolean> {
    return this.rows.postpone(id);
  }

  async backlog(): Promise<Backlog> {
    const [asked, stale] = await Promise.all([
      this.rows.backlog(),
      this.rows.countStale(RENDERER_VERSION, MOST_COUNTED),
    ]);
    return { ...asked, waiting: asked.waiting + stale };
  }
}

import type { MessageId, OrganizationId } from '@app/kernel';
import { Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { RerenderingRepository } from './rerendering.repository';

/** Name of the worker that renders again. */
export const RERENDERER = 'rerenderings';

/** Asks for messages to be rendered again, because something that they show has changed: a thumbnail, a linked page. */
@Injectable()
export class Rerenderings {
  constructor(
    private readonly rows: RerenderingRepository,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
  ) {}

  /**
   * In the transaction of what has changed. They are rendered soon after its commit; whoever sees one whose HTML differs is
   * told by an `update_message` event with `rendering_only`.
   * @throws Error outside a transaction
   */
  async queue(organizationId: OrganizationId, messageIds: readonly MessageId[]): Promise<void> {
    const { afterCommit } = this.transactions.required;
    if (messageIds.length === 0) return;
    await this.rows.insert(organizationId, messageIds);
    afterCommit.push(() => this.workers.nudge(RERENDERER));
  }
}

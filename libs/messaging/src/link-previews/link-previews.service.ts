import type { MessageId, OrganizationId } from '@app/kernel';
import { Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isAskable, KnownPreview } from './link-preview';
import { LinkPreviewRepository } from './link-preview.repository';

/** The name of the worker that fetches linked pages. */
export const PREVIEWER = 'link_previews';

const NOTHING_KNOWN: ReadonlyMap<string, KnownPreview> = new Map();

/** Previews of linked pages, in organizations that enable them. */
@Injectable()
export class LinkPreviews {
  constructor(
    private readonly rows: LinkPreviewRepository,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
  ) {}

  /** By address. A page that was never fetched is absent. Runs no query without addresses. */
  async known(urls: readonly string[]): Promise<ReadonlyMap<string, KnownPreview>> {
    const askable = urls.filter(isAskable);
    return askable.length === 0 ? NOTHING_KNOWN : this.rows.find(askable);
  }

  /**
   * Called in the transaction that writes the message. The pages are fetched after it, and then the message is rendered
   * again.
   * @throws Error outside a transaction
   */
  async request(organizationId: OrganizationId, messageId: MessageId, urls: readonly string[]): Promise<void> {
    const { afterCommit } = this.transactions.required;
    const askable = urls.filter(isAskable);
    if (askable.length === 0) return;
    await this.rows.request(organizationId, messageId, askable);
    afterCommit.push(() => this.workers.nudge(PREVIEWER));
  }
}

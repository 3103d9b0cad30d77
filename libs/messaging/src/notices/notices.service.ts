import { OpenTransaction, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ChannelNotice, DirectNotice, parts } from './notice';
import { NoticeRepository, StoredNotice } from './notice.repository';
import { NoticeSender } from './notice-sender.service';

/**
 * Stores messages of the notification bot in the transaction of the event that they are about. They are sent after its
 * commit, before the request is answered. If the node is killed in between, another node sends them.
 */
@Injectable()
export class Notices {
  private readonly gathered = new WeakMap<OpenTransaction, StoredNotice[]>();

  constructor(
    private readonly rows: NoticeRepository,
    private readonly sender: NoticeSender,
    private readonly transactions: Transactions,
  ) {}

  /** @throws Error outside a transaction */
  post({ actorId = null, linkedChannelIds = [], ...notice }: ChannelNotice): void {
    this.pending().push({ ...notice, recipientIds: [], linkedChannelIds, readerId: actorId });
  }

  /** @throws Error outside a transaction */
  direct({ organizationId, isWelcome = false, userIds, content, linkedChannelIds = [] }: DirectNotice): void {
    for (const recipientIds of parts(userIds)) {
      const notice = { organizationId, isWelcome, channelId: null, topic: '', recipientIds, content, linkedChannelIds };
      this.pending().push({ ...notice, readerId: null });
    }
  }

  private pending(): StoredNotice[] {
    const open = this.transactions.required;
    const known = this.gathered.get(open);
    if (known) return known;
    const pending: StoredNotice[] = [];
    this.gathered.set(open, pending);
    open.beforeCommit.push(async () => {
      const ids = await this.rows.insert(pending);
      open.awaitedAfterCommit.push(() => this.sender.sendNow(ids));
    });
    return pending;
  }
}

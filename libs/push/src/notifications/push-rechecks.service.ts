import { actorOf, MailRecipients, Organizations } from '@app/identity';
import { Messages } from '@app/messaging';
import { Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PushShownRepository, Recheck } from './push-shown.repository';

/** The most users whose notifications are compared at once. */
export const RECHECKS_A_PASS = 25;

/** Finds the shown notifications whose messages are not unread any more. */
@Injectable()
export class PushRechecks {
  constructor(
    private readonly rows: PushShownRepository,
    private readonly messages: Messages,
    private readonly recipients: MailRecipients,
    private readonly organizations: Organizations,
    private readonly transactions: Transactions,
  ) {}

  /** Returns the number of rechecks that were due, at most `RECHECKS_A_PASS`. */
  async work(): Promise<number> {
    return this.transactions.run([], async () => {
      const { taken, rechecks } = await this.rows.takeRechecks(RECHECKS_A_PASS);
      for (const recheck of rechecks) await this.compare(recheck);
      return taken;
    });
  }

  private async compare({ userId, organizationId, messageIds }: Recheck): Promise<void> {
    const recipient = (await this.recipients.find(organizationId, [userId])).get(userId);
    if (!recipient) return this.rows.removeSomeOf(userId, organizationId);
    const actor = actorOf(recipient.user, await this.organizations.current(organizationId));
    const unread = await this.messages.select(actor, [{ operator: 'is', operand: 'unread' }], messageIds);
    const unreadIds = new Set(unread.map(({ view }) => view.id));
    const over = messageIds.filter((id) => !unreadIds.has(id));
    await this.rows.markForRemoval(over.map((messageId) => ({ userId, messageId })));
  }
}

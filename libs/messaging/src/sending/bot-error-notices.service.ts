import { Users } from '@app/identity';
import { Actor, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { say } from '../notices/notice-text';
import { BotErrorNoticeRepository } from './bot-error-notice.repository';
import { Notices } from '../notices/notices.service';

/** The shortest time between two notices about a bot, in seconds. */
const PAUSE_SECONDS = 300;

/** Tells owners that their bots send to absent channels, because bots' errors usually remain unseen. */
@Injectable()
export class BotErrorNotices {
  constructor(
    private readonly rows: BotErrorNoticeRepository,
    private readonly users: Users,
    private readonly notices: Notices,
    private readonly transactions: Transactions,
  ) {}

  async tellOwner({ organizationId, userId, fullName }: Actor, channel: number | string): Promise<void> {
    const bot = (await this.users.byIds(organizationId, [userId])).get(userId);
    const ownerId = bot?.botOwnerId;
    if (!ownerId) return;
    await this.transactions.run([], async () => {
      if (!(await this.rows.claim(userId, PAUSE_SECONDS))) return;
      const content = say.botIsLost({ id: userId, name: fullName }, channel);
      this.notices.direct({ organizationId, userIds: [ownerId], content });
    });
  }
}

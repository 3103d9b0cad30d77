import { MailRecipient, Presences } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { PollingUsers } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import { AwayDecision, awayDecision } from './away';

/** Determines which users are away, among those who want notifications only then (docs/protocol/notifications.md). */
@Injectable()
export class AwayUsers {
  constructor(
    private readonly pollingUsers: PollingUsers,
    private readonly presences: Presences,
  ) {}

  /** Two statements, or none if all users want notifications always. */
  async decisions(
    organizationId: OrganizationId,
    recipients: ReadonlyMap<UserId, MailRecipient>,
  ): Promise<(userId: UserId, sentAt: number) => AwayDecision> {
    const asked = [...recipients.values()]
      .filter(({ settings }) => !settings.enable_online_push_notifications)
      .map(({ user }) => user.id);
    if (asked.length === 0) return () => 'tell';
    const lastPolls = await this.pollingUsers.lastPolls(organizationId, 'message', asked);
    const lastActive = await this.presences.lastActive(organizationId, asked);
    const now = Date.now();
    const among = new Set(asked);
    return (userId, sentAt) => {
      if (!among.has(userId)) return 'tell';
      const lastSeen = {
        lastPollAt: lastPolls.get(userId) ?? null,
        lastActiveAt: lastActive.get(userId) ?? null,
      };
      return awayDecision(sentAt, lastSeen, now);
    };
  }
}

import { MailRecipient, Presences } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { Listeners } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import { Verdict, verdictOn } from './absence';

/** Determines which users are away, among those who want notifications only then (docs/protocol/notifications.md). */
@Injectable()
export class AwayUsers {
  constructor(
    private readonly listeners: Listeners,
    private readonly presences: Presences,
  ) {}

  /** Two statements, or none if all users want notifications always. */
  async verdicts(
    organizationId: OrganizationId,
    recipients: ReadonlyMap<UserId, MailRecipient>,
  ): Promise<(userId: UserId, sentAt: number) => Verdict> {
    const asked = [...recipients.values()]
      .filter(({ settings }) => !settings.enable_online_push_notifications)
      .map(({ user }) => user.id);
    if (asked.length === 0) return () => 'tell';
    const lastPolls = await this.listeners.lastPolls(organizationId, 'message', asked);
    const lastActive = await this.presences.lastActive(organizationId, asked);
    const now = Date.now();
    const among = new Set(asked);
    return (userId, sentAt) => {
      if (!among.has(userId)) return 'tell';
      const whereabouts = {
        lastPollAt: lastPolls.get(userId) ?? null,
        lastActiveAt: lastActive.get(userId) ?? null,
      };
      return verdictOn(sentAt, whereabouts, now);
    };
  }
}

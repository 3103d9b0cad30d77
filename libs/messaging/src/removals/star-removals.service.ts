import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { BIT } from '../received/flag';
import { FlagRepository, Marked } from '../records/flag.repository';
import { FlagClientEvents } from '../flags/flag.client-events';
import type { MessageAudience } from '../audiences/message-audiences.service';

/**
 * Stars are removed with messages, or when a move takes a message from a user. A client keeps the stars of channels
 * that its user has left. So users who are not told about the messages themselves are told about their stars.
 */
@Injectable()
export class StarRemovals {
  constructor(
    private readonly rows: FlagRepository,
    private readonly clients: FlagClientEvents,
  ) {}

  /**
   * The stars before messages are moved or removed.
   * @param toldOf which users are told that which messages are gone
   */
  async look(
    messageIds: readonly MessageId[],
    toldOf: (userIds: readonly UserId[]) => Promise<readonly MessageAudience[]>,
  ): Promise<readonly Marked[]> {
    const userIds = await this.rows.markers(messageIds, BIT.starred);
    if (userIds.length === 0) return [];
    const told = await toldOf(userIds);
    const starred = await this.rows.marked(messageIds, userIds, BIT.starred);
    return starred.map((one) => without(one, told)).filter((one) => one.messageIds.length > 0);
  }

  /** Called afterwards: tells which of the messages are no longer starred. */
  async tell(organizationId: OrganizationId, before: readonly Marked[]): Promise<void> {
    if (before.length === 0) return;
    const ids = [...new Set(before.flatMap(({ messageIds }) => messageIds))];
    const userIds = before.map(({ userId }) => userId);
    const kept = new Map<UserId, ReadonlySet<MessageId>>();
    for (const one of await this.rows.marked(ids, userIds, BIT.starred)) kept.set(one.userId, new Set(one.messageIds));
    for (const { userId, messageIds } of before) {
      const lost = messageIds.filter((id) => !kept.get(userId)?.has(id));
      if (lost.length === 0) continue;
      this.clients.tellChanged(organizationId, userId, { operation: 'remove', flag: 'starred', messageIds: lost });
    }
  }
}

function without({ userId, messageIds }: Marked, told: readonly MessageAudience[]): Marked {
  const known = new Set(told.flatMap((audience) => (audience.userIds.includes(userId) ? audience.messageIds : [])));
  return { userId, messageIds: messageIds.filter((id) => !known.has(id)) };
}

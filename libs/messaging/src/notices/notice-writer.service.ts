import type { MessageId, UserId } from '@app/kernel';
import { Lock, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { PreparedMessage } from '../writing/message-preparation.service';
import { ChannelNotices } from './channel-notices.service';
import { DirectNotices } from './direct-notices.service';
import type { StoredNotice } from './notice.repository';

/** Writes notices like all other messages. The server's bots may post everywhere. */
@Injectable()
export class NoticeWriter {
  constructor(
    private readonly inChannels: ChannelNotices,
    private readonly direct: DirectNotices,
    private readonly transactions: Transactions,
  ) {}

  /** One transaction. `claim` returns in it whether the notice is still to be sent. */
  async send(prepared: PreparedMessage, notice: StoredNotice, claim: () => Promise<boolean>): Promise<void> {
    await this.transactions.run(locksOf(notice), async () => {
      if (!(await claim())) return;
      if (notice.channelId === null) await this.direct.write(prepared, notice.recipientIds);
      else await this.inChannels.write(prepared, notice.channelId, notice);
    });
  }

  /**
   * Sends the text to each of some users, without a stored notice. Returns the ids of the messages, one for each active
   * user.
   */
  sendTo(prepared: PreparedMessage, userIds: readonly UserId[]): Promise<MessageId[]> {
    return this.transactions.run([], () => this.direct.write(prepared, userIds));
  }
}

/**
 * The exclusive lock of the channel: users who do not receive the message may have to be told that it is the channel's
 * first one.
 */
function locksOf({ channelId, readerId }: StoredNotice): Lock[] {
  if (channelId === null) return [];
  return [lock.channel(channelId), ...(readerId === null ? [] : [lock.user(readerId)])];
}

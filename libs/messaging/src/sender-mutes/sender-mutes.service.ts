import type { UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ReadStateRepository } from '../records/read-state.repository';
import { SenderMuteRepository } from './sender-mute.repository';

/** The effect of muting a user on that user's messages (docs/protocol/read-state.md). */
@Injectable()
export class SenderMutes {
  constructor(
    private readonly mutes: SenderMuteRepository,
    private readonly readState: ReadStateRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Marks existing, current and future messages of the sender as read. Returns the position of the mute. */
  async mute(userId: UserId, senderId: UserId): Promise<number> {
    return this.transactions.run([lock.user(userId)], async () => {
      const position = await this.mutes.mute(userId, senderId);
      await this.readState.dropUnreadMarksOf(userId, senderId);
      return position;
    });
  }

  /** Messages that were sent in the meantime remain read. */
  async unmute(userId: UserId, senderId: UserId): Promise<void> {
    await this.transactions.run([lock.user(userId)], () => this.mutes.unmute(userId, senderId));
  }
}

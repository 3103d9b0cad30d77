import type { UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ReadStateRepository } from '../records/read-state.repository';
import { SenderMuteRepository } from './sender-mute.repository';

/** What muting a user does to the messages of that user (docs/protocol/read-state.md). */
@Injectable()
export class SenderMutes {
  constructor(
    private readonly mutes: SenderMuteRepository,
    private readonly readState: ReadStateRepository,
    private readonly transactions: Transactions,
  ) {}

  /** All of it is read: what is there, what is under way, and what comes. */
  async mute(userId: UserId, senderId: UserId): Promise<void> {
    await this.transactions.run([lock.user(userId)], async () => {
      await this.mutes.mute(userId, senderId);
      await this.readState.dropUnreadMarksOf(userId, senderId);
    });
  }

  /** What was sent in the meantime stays read. */
  async unmute(userId: UserId, senderId: UserId): Promise<void> {
    await this.transactions.run([lock.user(userId)], () => this.mutes.unmute(userId, senderId));
  }
}

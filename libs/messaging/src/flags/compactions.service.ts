import type { UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT } from '../received/flag';
import { FlagRepository } from '../records/flag.repository';
import { ReadStateRepository } from '../records/read-state.repository';
import { MessageIdWatermark } from '../watermark/message-id-watermark.service';

/** Blocks that a user may have: each is about 600 bytes, and part of every question for what is unread. */
const MOST_BLOCKS = 32;

/** Messages left unread long ago that are not worth holding the floor back for. */
const MOST_STRAGGLERS = 100;

/**
 * Keeps the read state of those small who never mark everything as read: a few old unread messages become marks, and the
 * floor rises to the next unread one. Whoever never looks into some channel keeps the floor down for good: for the others
 * it is remembered how far they are read. Changes no answer.
 */
@Injectable()
export class Compactions {
  constructor(
    private readonly readState: ReadStateRepository,
    private readonly flags: FlagRepository,
    private readonly watermark: MessageIdWatermark,
    private readonly transactions: Transactions,
  ) {}

  /** When the user has come by a new block. */
  async compactIfLarge(userId: UserId): Promise<void> {
    if ((await this.readState.blockCount(userId)) > MOST_BLOCKS) await this.compact(userId);
  }

  async compact(userId: UserId): Promise<void> {
    const watermark = await this.watermark.look();
    const expected = await this.readState.oldestUnread(userId, MOST_STRAGGLERS);
    const channelIds = new Set(expected.flatMap(({ channelId }) => channelId ?? []));
    const locks = [...[...channelIds].map(lock.channelShared), lock.user(userId)];
    const isHigh = await this.transactions.run(locks, async () => {
      const oldest = await this.readState.oldestUnread(userId, MOST_STRAGGLERS + 1);
      // A mark on a message that is just being moved or left would outlive the row: only where nobody can.
      const isHeld = oldest.map(({ channelId }) => channelId === null || channelIds.has(channelId));
      const end = [...isHeld.slice(0, MOST_STRAGGLERS), false].indexOf(false);
      const floor = Math.min(watermark, oldest[end] ? oldest[end].id - 1 : watermark);
      const stragglers = oldest.slice(0, end).filter(({ id }) => id <= floor);
      await this.flags.set(
        userId,
        stragglers.map(({ id }) => ({ messageId: id, bits: BIT.unread })),
      );
      await this.readState.raiseFloor(userId, floor);
      return floor === watermark;
    });
    // By itself: it reads all that is unread before it writes, and holds back no events meanwhile.
    if (!isHigh)
      await this.transactions.run([lock.user(userId)], () => this.readState.rememberScans(userId, watermark));
  }
}

import type { UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT } from '../received/flag';
import { FlagRepository } from '../records/flag.repository';
import { ReadStateRepository } from '../records/read-state.repository';
import { MessageIdWatermark } from '../watermark/message-id-watermark.service';

/** The most blocks of a user. Each has about 600 bytes and is part of every query for unread messages. */
const MAX_BLOCKS = 32;

/** The number of old unread messages that may become marks so that the floor can rise. */
const MAX_STRAGGLERS = 100;

/**
 * Limits the read state of users who never mark everything as read. A few old unread messages become marks, and the
 * floor rises to the next unread one. If a user never reads some channel, the floor cannot rise; then the read
 * positions of the other channels are stored. No answer changes.
 */
@Injectable()
export class ReadStateCompaction {
  constructor(
    private readonly readState: ReadStateRepository,
    private readonly flags: FlagRepository,
    private readonly watermark: MessageIdWatermark,
    private readonly transactions: Transactions,
  ) {}

  /** Called when the user has a new block. */
  async compactIfLarge(userId: UserId): Promise<void> {
    if ((await this.readState.blockCount(userId)) > MAX_BLOCKS) await this.compact(userId);
  }

  async compact(userId: UserId): Promise<void> {
    const watermark = await this.watermark.look();
    const expected = await this.readState.oldestUnread(userId, MAX_STRAGGLERS);
    const channelIds = new Set(expected.flatMap(({ channelId }) => channelId ?? []));
    const locks = [...[...channelIds].map(lock.channelShared), lock.user(userId)];
    const isHigh = await this.transactions.run(locks, async () => {
      const oldest = await this.readState.oldestUnread(userId, MAX_STRAGGLERS + 1);
      // A mark on a message that is being moved or left could remain after its row. So only messages under a held lock
      // get marks.
      const isHeld = oldest.map(({ channelId }) => channelId === null || channelIds.has(channelId));
      const end = [...isHeld.slice(0, MAX_STRAGGLERS), false].indexOf(false);
      const floor = Math.min(watermark, oldest[end] ? oldest[end].id - 1 : watermark);
      const stragglers = oldest.slice(0, end).filter(({ id }) => id <= floor);
      await this.flags.set(
        userId,
        stragglers.map(({ id }) => ({ messageId: id, bits: BIT.unread })),
      );
      await this.readState.raiseFloor(userId, floor);
      return floor === watermark;
    });
    // In its own transaction: it reads all unread messages before it writes, so it delays no client events.
    if (!isHigh)
      await this.transactions.run([lock.user(userId)], () => this.readState.rememberScans(userId, watermark));
  }
}

import type { MessageId } from '@app/kernel';
import type { Asked, Audience } from '@app/realtime';
import type { UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { MessageAudienceRepository } from '../records/message-audience.repository';
import { flagWords } from '../message-views/message-object.client-events';
import { ConversationReadersIndex } from './conversation-readers.index';
import { MessageReadersIndex } from './message-readers.index';

/** The flags of those who are told of messages, looked up where events are delivered: later changes of them are told later. */
@Injectable()
export class ReaderFlags {
  constructor(
    private readonly readers: MessageReadersIndex,
    private readonly conversations: ConversationReadersIndex,
    private readonly rows: MessageAudienceRepository,
  ) {}

  /** Those of an entry's messages that a viewer is told of. */
  idsFor(audience: Audience, messageIds: readonly MessageId[], userId: UserId): readonly MessageId[] {
    return this.readers.told(audience, userId) ?? this.conversations.told(audience, userId) ?? messageIds;
  }

  /** Of the message that the event names to each. One statement. */
  async of<P>(
    asked: readonly Asked<P>[],
    named: (payload: P, audience: Audience, userId: UserId) => MessageId,
  ): Promise<(readonly string[])[]> {
    const readings = asked.map(({ payload, audience, userId }) => ({
      userId,
      messageId: named(payload, audience, userId),
    }));
    const standings = await this.rows.standings(readings);
    const words = new Map(standings.map((one) => [`${one.userId} ${one.messageId}`, flagWords(one)]));
    return readings.map(({ userId, messageId }) => words.get(`${userId} ${messageId}`) ?? []);
  }
}

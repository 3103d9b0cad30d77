import type { MessageId } from '@app/kernel';
import type { LookupRequest, Audience } from '@app/realtime';
import type { UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { MessageAudienceRepository } from '../records/message-audience.repository';
import { flagWords } from '../message-views/message-object.client-events';
import { ConversationReadersIndex } from './conversation-readers.index';
import { MessageReadersIndex } from './message-readers.index';

/** The flags of the readers of an event, read at delivery. Later changes of flags have events of their own. */
@Injectable()
export class ReaderFlags {
  constructor(
    private readonly readers: MessageReadersIndex,
    private readonly conversations: ConversationReadersIndex,
    private readonly rows: MessageAudienceRepository,
  ) {}

  /** The messages of an entry that the event lists for a viewer. */
  idsFor(audience: Audience, messageIds: readonly MessageId[], userId: UserId): readonly MessageId[] {
    return this.readers.told(audience, userId) ?? this.conversations.told(audience, userId) ?? messageIds;
  }

  /** The flags of the message that the event names for each viewer. One statement. */
  async of<P>(
    asked: readonly LookupRequest<P>[],
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

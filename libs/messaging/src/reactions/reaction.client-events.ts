import type { MessageId } from '@app/kernel';
import type { ClientEvent } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import type { Reaction } from '../records/reaction';
import { PlainClientEvents } from '../plain.client-events';

interface Payload {
  readonly operation: 'add' | 'remove';
  readonly messageId: MessageId;
  readonly reaction: Reaction;
}

/** Client events of reactions (docs/protocol/reactions.md). */
@Injectable()
export class ReactionClientEvents extends PlainClientEvents<Payload> {
  readonly kind = 'reaction';
  readonly type = 'reaction';

  shape({ operation, messageId, reaction: { userId, name, code, type } }: Payload): ClientEvent {
    return {
      type: 'reaction',
      op: operation,
      message_id: messageId,
      user_id: userId,
      emoji_name: name,
      emoji_code: code,
      reaction_type: type,
    };
  }
}

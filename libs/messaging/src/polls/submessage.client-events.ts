import type { MessageId } from '@app/kernel';
import type { ClientEvent } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import type { Submessage } from '../records/submessage';
import { PlainClientEvents } from '../plain.client-events';

interface Payload {
  readonly messageId: MessageId;
  readonly submessage: Submessage;
}

/** Client events of submessages (docs/protocol/reactions.md). */
@Injectable()
export class SubmessageClientEvents extends PlainClientEvents<Payload> {
  readonly kind = 'submessage';
  readonly type = 'submessage';

  shape({ messageId, submessage: { id, senderId, type, content } }: Payload): ClientEvent {
    return {
      type: 'submessage',
      msg_type: type,
      content,
      message_id: messageId,
      sender_id: senderId,
      submessage_id: id,
    };
  }
}

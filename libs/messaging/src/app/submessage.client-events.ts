import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { ClientEvent, EventKind, EventLog, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Submessage } from '../domain/submessage';

interface Payload {
  readonly messageId: MessageId;
  readonly submessage: Submessage;
}

/** What clients are told of what is added to widgets (reference: messaging 15). */
@Injectable()
export class SubmessageClientEvents implements EventKind<Payload>, OnModuleInit {
  readonly kind = 'submessage';
  readonly type = 'submessage';

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(this);
  }

  tell(organizationId: OrganizationId, userIds: readonly UserId[], payload: Payload): void {
    if (userIds.length === 0) return;
    this.log.tell({ kind: this.kind, organizationId, audience: { to: 'users', ids: userIds }, payload });
  }

  variant(): string {
    return '';
  }

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

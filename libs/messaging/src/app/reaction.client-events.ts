import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { ClientEvent, EventKind, EventLog, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Reaction } from '../domain/reaction';

interface Payload {
  readonly operation: 'add' | 'remove';
  readonly messageId: MessageId;
  readonly reaction: Reaction;
}

/** What clients are told of reactions (reference: messaging 9). */
@Injectable()
export class ReactionClientEvents implements EventKind<Payload>, OnModuleInit {
  readonly kind = 'reaction';
  readonly type = 'reaction';

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

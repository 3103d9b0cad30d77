import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MissedEdits } from './missed-edits.service';

/** A user mentioned by an edit may miss it like a new message. */
@Injectable()
export class MissedEditsEventHandlers {
  constructor(private readonly edits: MissedEdits) {}

  @OnDomainEvent('MessageEdited', 'messaging')
  async remember({ messageId, mentions }: DomainEvents['MessageEdited']): Promise<void> {
    await this.edits.remember(messageId, mentions);
  }
}

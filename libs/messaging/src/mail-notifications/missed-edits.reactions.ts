import type { DomainEvents } from '@app/kernel';
import { ReactsTo } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MissedEdits } from './missed-edits.service';

/** A user mentioned by an edit may miss it like a new message. */
@Injectable()
export class MissedEditsReactions {
  constructor(private readonly edits: MissedEdits) {}

  @ReactsTo('MessageEdited', 'messaging')
  async remember({ messageId, mentions }: DomainEvents['MessageEdited']): Promise<void> {
    await this.edits.remember(messageId, mentions);
  }
}

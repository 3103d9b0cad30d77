import type { DomainEvents } from '@app/kernel';
import { ReactsTo } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PushCandidates } from './push-candidates.service';

/** A user mentioned by an edit is notified as of a new message. */
@Injectable()
export class PushCandidateReactions {
  constructor(private readonly candidates: PushCandidates) {}

  @ReactsTo('MessageEdited', 'messaging')
  async call({ organizationId, messageId, mentions }: DomainEvents['MessageEdited']): Promise<void> {
    await this.candidates.ofEdit(organizationId, messageId, mentions);
  }
}

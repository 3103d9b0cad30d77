import type { DomainEvents } from '@app/kernel';
import { ReactsTo } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PushCandidates } from './push-candidates.service';

/** Whoever is spoken to by an edit is called as if the message was sent now. */
@Injectable()
export class PushCandidateReactions {
  constructor(private readonly candidates: PushCandidates) {}

  @ReactsTo('MessageEdited', 'messaging')
  async call({ organizationId, messageId, mentions }: DomainEvents['MessageEdited']): Promise<void> {
    await this.candidates.ofEdit(organizationId, messageId, mentions);
  }
}

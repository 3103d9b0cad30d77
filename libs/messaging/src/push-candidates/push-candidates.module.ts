import { Module } from '@nestjs/common';
import { PushCandidateRepository } from './push-candidate.repository';
import { PushCandidateEventHandlers } from './push-candidates.event-handlers';
import { PushCandidates } from './push-candidates.service';

@Module({
  providers: [PushCandidateEventHandlers, PushCandidateRepository, PushCandidates],
  exports: [PushCandidates],
})
export class PushCandidatesModule {}

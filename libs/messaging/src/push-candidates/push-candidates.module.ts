import { Module } from '@nestjs/common';
import { PushCandidateRepository } from './push-candidate.repository';
import { PushCandidateReactions } from './push-candidates.reactions';
import { PushCandidates } from './push-candidates.service';

@Module({
  providers: [PushCandidateReactions, PushCandidateRepository, PushCandidates],
  exports: [PushCandidates],
})
export class PushCandidatesModule {}

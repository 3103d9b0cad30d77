import { Module } from '@nestjs/common';
import { PostingRepository } from './posting.repository';
import { Postings } from './postings.service';

@Module({
  providers: [PostingRepository, Postings],
  exports: [Postings],
})
export class PostingModule {}

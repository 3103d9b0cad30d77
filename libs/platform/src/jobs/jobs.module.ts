import { Global, Module } from '@nestjs/common';
import { LeasedJobs } from './leased-jobs';
import { Workers } from './workers.service';

@Global()
@Module({ providers: [LeasedJobs, Workers], exports: [LeasedJobs, Workers] })
export class JobsModule {}

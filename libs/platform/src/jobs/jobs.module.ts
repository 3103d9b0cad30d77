import { Global, Module } from '@nestjs/common';
import { Passes } from './passes';
import { Workers } from './workers.service';

@Global()
@Module({ providers: [Passes, Workers], exports: [Passes, Workers] })
export class JobsModule {}

import { Global, Module } from '@nestjs/common';
import { Destinations } from './destinations';
import { Outbound } from './outbound';

@Global()
@Module({ providers: [Destinations, Outbound], exports: [Outbound] })
export class OutboundModule {}

import { Global, Module } from '@nestjs/common';
import { Destinations } from './destinations';
import { Outbound } from './outbound';
import { OutboundPosts } from './outbound-posts';

@Global()
@Module({ providers: [Destinations, Outbound, OutboundPosts], exports: [Outbound, OutboundPosts] })
export class OutboundModule {}

import { Global, Module } from '@nestjs/common';
import { Destinations } from './destinations';
import { Outbound } from './outbound';
import { OutboundExchanges } from './outbound-exchanges';
import { OutboundPosts } from './outbound-posts';

@Global()
@Module({
  providers: [Destinations, Outbound, OutboundExchanges, OutboundPosts],
  exports: [Destinations, Outbound, OutboundExchanges, OutboundPosts],
})
export class OutboundModule {}

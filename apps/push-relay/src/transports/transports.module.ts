import { Clock } from '@app/kernel';
import { Destinations, Log, OutboundPosts } from '@app/platform';
import { Module } from '@nestjs/common';
import { RelayConfig } from '../config/relay-config';
import { Transport, TRANSPORTS } from '../notifications/notification';
import { TransportMetrics } from './transport-metrics';
import { Transports } from './transports';

/** The ways to devices, each open or not as the operator has given credentials for it. */
@Module({
  providers: [
    TransportMetrics,
    Destinations,
    OutboundPosts,
    {
      provide: Transports,
      useFactory: (config: RelayConfig, posts: OutboundPosts, clock: Clock, log: Log, metrics: TransportMetrics) =>
        new Transports(config.transports, posts, { clock, log, metrics }),
      inject: [RelayConfig, OutboundPosts, Clock, Log, TransportMetrics],
    },
    { provide: TRANSPORTS, useFactory: ({ all }: Transports): readonly Transport[] => all, inject: [Transports] },
  ],
  exports: [TRANSPORTS],
})
export class TransportsModule {}

import { Module } from '@nestjs/common';
import { Relay } from './relay.client';

/** The push relay: its requests and answers. */
@Module({ providers: [Relay], exports: [Relay] })
export class RelayModule {}

import { Clock } from '@app/kernel';
import { Draining, Log, Metrics, PoolMeasurements, Routes, Secrets, FastPaths } from '@app/platform';
import { DynamicModule, Global, Module } from '@nestjs/common';
import { RelayConfig } from './config/relay-config';

/** The parts of the platform that the relay needs. It has no accounts, sessions, files, mail or domain events. */
@Global()
@Module({})
export class RelayPlatformModule {
  static with(config: RelayConfig): DynamicModule {
    const shared = [RelayConfig, Secrets, Clock, Draining, Log, Metrics, Routes, FastPaths];
    return {
      module: RelayPlatformModule,
      providers: [
        { provide: RelayConfig, useValue: config },
        { provide: Secrets, useFactory: () => new Secrets(config) },
        { provide: Log, useFactory: () => new Log(config.logLevel) },
        Clock,
        Draining,
        Metrics,
        PoolMeasurements,
        Routes,
        FastPaths,
      ],
      exports: shared,
    };
  }
}

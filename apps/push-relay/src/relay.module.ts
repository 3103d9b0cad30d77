import { DatabaseAccess, DatabaseModule, JobsModule } from '@app/platform';
import { DynamicModule, Module } from '@nestjs/common';
import type { RelayConfig } from './config/relay-config';
import { CoreModule } from './core.module';
import { HealthController } from './health.controller';
import { LegacyModule } from './legacy/legacy.module';
import { RelayPlatformModule } from './relay-platform.module';

/** The complete list of the relay's modules. */
@Module({})
export class RelayModule {
  static with(config: RelayConfig, databaseUrl: string): DynamicModule {
    return {
      module: RelayModule,
      imports: [
        RelayPlatformModule.with(config),
        DatabaseModule.connectedTo(new DatabaseAccess(databaseUrl)),
        JobsModule,
        CoreModule,
        LegacyModule,
      ],
      controllers: [HealthController],
    };
  }
}

import { DynamicModule, Module } from '@nestjs/common';
import { Config } from './config/config';
import { ConfigModule } from './config/config.module';
import { DatabaseModule } from './database/database.module';
import { DomainEventsModule } from './events/domain-events.module';
import { FilesModule } from './files/files.module';
import { HttpModule } from './http/http.module';
import { JobsModule } from './jobs/jobs.module';
import { LogModule } from './log/log.module';
import { MailModule } from './mail/mail.module';
import { NodesModule } from './nodes/nodes.module';
import { OutboundModule } from './outbound/outbound.module';

/** The common base of all contexts. `databaseUrl` is that of the embedded database or the operator's. */
@Module({})
export class PlatformModule {
  static with(config: Config, databaseUrl: string): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        ConfigModule.of(config),
        LogModule,
        DatabaseModule.connectedTo(config.databaseAccess(databaseUrl)),
        DomainEventsModule,
        FilesModule,
        HttpModule,
        JobsModule,
        MailModule,
        NodesModule,
        OutboundModule,
      ],
    };
  }
}

import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { ApiKeyRepository } from './api-key.repository';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeys } from './api-keys.service';
import { CredentialEndings } from './credential-endings.service';
import { ExternalLogins } from './external-logins.service';
import { FreshLogins } from './fresh-logins.service';
import { SessionOriginRepository } from './session-origin.repository';
import { SessionRepository } from './session.repository';
import { SessionsController } from './sessions.controller';
import { Sessions } from './sessions.service';

@Module({
  imports: [RealtimeModule, AuditModule],
  controllers: [ApiKeysController, SessionsController],
  providers: [
    ApiKeyRepository,
    ApiKeys,
    CredentialEndings,
    ExternalLogins,
    FreshLogins,
    SessionOriginRepository,
    SessionRepository,
    Sessions,
  ],
  exports: [ApiKeyRepository, ApiKeys, ExternalLogins, FreshLogins, SessionRepository, Sessions],
})
export class CredentialsModule {}

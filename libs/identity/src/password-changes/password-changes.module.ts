import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { ConfirmationsModule } from '../confirmations/confirmations.module';
import { CredentialsModule } from '../credentials/credentials.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { RecordsModule } from '../records/records.module';
import { LocalLogins } from './local-logins.service';
import { PasswordChanges } from './password-changes.service';
import { PasswordReplacements } from './password-replacements.service';
import { PasswordResetController } from './password-reset.controller';
import { PasswordResets } from './password-resets.service';
import { PasswordRepository } from './password.repository';

@Module({
  imports: [
    RealtimeModule,
    AuditModule,
    ConfirmationsModule,
    CredentialsModule,
    OrganizationsModule,
    PasswordsModule,
    RecordsModule,
  ],
  controllers: [PasswordResetController],
  providers: [LocalLogins, PasswordChanges, PasswordReplacements, PasswordRepository, PasswordResets],
  exports: [LocalLogins, PasswordChanges],
})
export class PasswordChangesModule {}

import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { BotsModule } from '../bots/bots.module';
import { CredentialsModule } from '../credentials/credentials.module';
import { DesktopLoginsModule } from '../desktop-logins/desktop-logins.module';
import { LoginDevicesModule } from '../login-devices/login-devices.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { RecordsModule } from '../records/records.module';
import { UsersModule } from '../users/users.module';
import { Admissions } from './admissions.service';
import { AppLogins } from './app-logins.service';
import { BrowserLogins } from './browser-logins.port';
import { CredentialsController } from './credentials.controller';
import { CredentialsEventHandlers } from './credentials.event-handlers';
import { LoginResponses } from './login-responses.http';
import { LoginOrigins } from './login-origins.port';
import { LoginPlaces } from './login-places.http';
import { LoginMethods } from './login-methods.service';
import { LoginController } from './login.controller';
import { ProviderLogouts } from './provider-logouts.port';
import { Logins } from './logins.service';
import { LogoutController } from './logout.controller';
import { PasswordChecks } from './password-checks.port';
import { SecondSteps } from './second-steps.port';
import { UserCredentialsController } from './user-credentials.controller';
import { UserCredentials } from './user-credentials.service';

@Module({
  imports: [
    AuditModule,
    BotsModule,
    CredentialsModule,
    DesktopLoginsModule,
    LoginDevicesModule,
    OrganizationsModule,
    PasswordsModule,
    RecordsModule,
    UsersModule,
  ],
  controllers: [CredentialsController, LoginController, LogoutController, UserCredentialsController],
  providers: [
    Admissions,
    AppLogins,
    BrowserLogins,
    CredentialsEventHandlers,
    LoginResponses,
    LoginMethods,
    LoginOrigins,
    LoginPlaces,
    Logins,
    ProviderLogouts,
    PasswordChecks,
    SecondSteps,
    UserCredentials,
  ],
  exports: [
    Admissions,
    BrowserLogins,
    LoginResponses,
    LoginMethods,
    LoginOrigins,
    LoginPlaces,
    Logins,
    ProviderLogouts,
    PasswordChecks,
    SecondSteps,
  ],
})
export class AuthenticationModule {}

import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { BotsModule } from '../bots/bots.module';
import { CredentialsModule } from '../credentials/credentials.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { RecordsModule } from '../records/records.module';
import { UsersModule } from '../users/users.module';
import { CredentialsController } from './credentials.controller';
import { CredentialsReactions } from './credentials.reactions';
import { HomeController } from './home.controller';
import { LoginMethods } from './login-methods.service';
import { LoginController } from './login.controller';
import { Logins } from './logins.service';
import { LogoutController } from './logout.controller';

@Module({
  imports: [
    AuditModule,
    BotsModule,
    CredentialsModule,
    OrganizationsModule,
    PasswordsModule,
    RecordsModule,
    UsersModule,
  ],
  controllers: [CredentialsController, HomeController, LoginController, LogoutController],
  providers: [CredentialsReactions, LoginMethods, Logins],
  exports: [LoginMethods, Logins],
})
export class AuthenticationModule {}

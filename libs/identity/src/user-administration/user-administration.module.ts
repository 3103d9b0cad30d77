import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module';
import { DeactivationModule } from '../deactivation/deactivation.module';
import { EmailDomainsModule } from '../email-domains/email-domains.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { ProfilesModule } from '../profiles/profiles.module';
import { UserChangesModule } from '../user-changes/user-changes.module';
import { UsersModule } from '../users/users.module';
import { UserCreation } from './user-creation.service';
import { UsersController } from './users.controller';

@Module({
  imports: [
    CredentialsModule,
    DeactivationModule,
    EmailDomainsModule,
    OrganizationsModule,
    PasswordsModule,
    ProfilesModule,
    UserChangesModule,
    UsersModule,
  ],
  controllers: [UsersController],
  providers: [UserCreation],
  exports: [UserCreation],
})
export class UserAdministrationModule {}

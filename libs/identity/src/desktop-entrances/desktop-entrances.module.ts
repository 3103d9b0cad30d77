import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module';
import { CredentialsModule } from '../credentials/credentials.module';
import { DesktopLoginsModule } from '../desktop-logins/desktop-logins.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { UsersModule } from '../users/users.module';
import { DesktopEntrancesController } from './desktop-entrances.controller';
import { DesktopEntrances } from './desktop-entrances.service';

@Module({
  imports: [AuthenticationModule, CredentialsModule, DesktopLoginsModule, OrganizationsModule, UsersModule],
  controllers: [DesktopEntrancesController],
  providers: [DesktopEntrances],
})
export class DesktopEntrancesModule {}

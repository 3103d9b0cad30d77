import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module';
import { OrganizationAdministrationModule } from '../organization-administration/organization-administration.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { RecordsModule } from '../records/records.module';
import { FirstStart } from './first-start.service';

@Module({
  imports: [CredentialsModule, OrganizationAdministrationModule, OrganizationsModule, PasswordsModule, RecordsModule],
  providers: [FirstStart],
  exports: [FirstStart],
})
export class FirstStartModule {}

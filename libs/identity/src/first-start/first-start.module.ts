import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { RecordsModule } from '../records/records.module';
import { FirstStart } from './first-start.service';

@Module({
  imports: [CredentialsModule, OrganizationsModule, PasswordsModule, RecordsModule],
  providers: [FirstStart],
  exports: [FirstStart],
})
export class FirstStartModule {}

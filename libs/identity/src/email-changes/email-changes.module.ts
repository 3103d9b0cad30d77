import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { ConfirmationsModule } from '../confirmations/confirmations.module';
import { EmailDomainsModule } from '../email-domains/email-domains.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { ProfilesModule } from '../profiles/profiles.module';
import { RecordsModule } from '../records/records.module';
import { EmailChangeController } from './email-change.controller';
import { EmailChanges } from './email-changes.service';

@Module({
  imports: [
    AccountsModule,
    ConfirmationsModule,
    EmailDomainsModule,
    OrganizationsModule,
    ProfilesModule,
    RecordsModule,
  ],
  controllers: [EmailChangeController],
  providers: [EmailChanges],
  exports: [EmailChanges],
})
export class EmailChangesModule {}

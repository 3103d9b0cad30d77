import { Module } from '@nestjs/common';
import { ConfirmationsModule } from '../confirmations/confirmations.module';
import { EmailDomainsModule } from '../email-domains/email-domains.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { ProfilesModule } from '../profiles/profiles.module';
import { RecordsModule } from '../records/records.module';
import { UsersModule } from '../users/users.module';
import { EmailChangeRequests } from './email-change-requests.service';
import { EmailChangeController } from './email-change.controller';
import { EmailChanges } from './email-changes.service';

@Module({
  imports: [ConfirmationsModule, EmailDomainsModule, OrganizationsModule, ProfilesModule, RecordsModule, UsersModule],
  controllers: [EmailChangeController],
  providers: [EmailChangeRequests, EmailChanges],
  exports: [EmailChangeRequests],
})
export class EmailChangesModule {}

import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PersonalSettingsModule } from '../personal-settings/personal-settings.module';
import { RecordsModule } from '../records/records.module';
import { MailRecipientRepository } from './mail-recipient.repository';
import { MailRecipients } from './mail-recipients.service';
import { UnsubscribeController } from './unsubscribe.controller';

@Module({
  imports: [OrganizationsModule, PersonalSettingsModule, RecordsModule],
  controllers: [UnsubscribeController],
  providers: [MailRecipientRepository, MailRecipients],
  exports: [MailRecipients],
})
export class MailRecipientsModule {}

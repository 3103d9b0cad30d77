import { Module } from '@nestjs/common';
import { AccountMails } from './account-mails.service';
import { ConfirmationRepository } from './confirmation.repository';
import { Confirmations } from './confirmations.service';

@Module({
  providers: [AccountMails, ConfirmationRepository, Confirmations],
  exports: [AccountMails, Confirmations],
})
export class ConfirmationsModule {}

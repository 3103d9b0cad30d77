import { Global, Module } from '@nestjs/common';
import { MailRepository } from './mail.repository';
import { MailSender } from './mail-sender';
import { Mails } from './mails.service';

@Global()
@Module({ providers: [MailRepository, Mails, MailSender], exports: [Mails] })
export class MailModule {}

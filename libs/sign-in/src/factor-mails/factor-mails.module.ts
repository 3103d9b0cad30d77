import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { FactorMails } from './factor-mails.service';

@Module({ imports: [IdentityModule], providers: [FactorMails], exports: [FactorMails] })
export class FactorMailsModule {}

import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { AuditModule } from '../audit/audit.module';
import { AddressRules } from './address-rules.service';
import { EmailDomainRepository } from './email-domain.repository';
import { EmailDomainClientEvents } from './email-domains.client-events';
import { EmailDomainsController } from './email-domains.controller';
import { EmailDomains } from './email-domains.service';

@Module({
  imports: [RealtimeModule, AccountsModule, AuditModule],
  controllers: [EmailDomainsController],
  providers: [AddressRules, EmailDomainClientEvents, EmailDomainRepository, EmailDomains],
  exports: [AddressRules],
})
export class EmailDomainsModule {}

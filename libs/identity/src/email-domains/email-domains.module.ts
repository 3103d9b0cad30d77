import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { UsersModule } from '../users/users.module';
import { AddressRules } from './address-rules.service';
import { EmailDomainRepository } from './email-domain.repository';
import { EmailDomainClientEvents } from './email-domains.client-events';
import { EmailDomainsController } from './email-domains.controller';
import { EmailDomains } from './email-domains.service';
import { EmailDomainEntity } from './email-domain.entity';

@Module({
  imports: [TypeOrmModule.forFeature([EmailDomainEntity]), RealtimeModule, UsersModule, AuditModule],
  controllers: [EmailDomainsController],
  providers: [AddressRules, EmailDomainClientEvents, EmailDomainRepository, EmailDomains],
  exports: [AddressRules],
})
export class EmailDomainsModule {}

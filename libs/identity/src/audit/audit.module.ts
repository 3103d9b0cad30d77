import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller';
import { AuditRepository } from './audit.repository';
import { Audit } from './audit.service';

@Module({
  controllers: [AuditController],
  providers: [Audit, AuditRepository],
  exports: [Audit],
})
export class AuditModule {}

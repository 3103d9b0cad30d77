import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { RecordsModule } from '../records/records.module';
import { Accounts } from './accounts.service';
import { SpecialPermissions } from './special-permissions.service';

@Module({
  imports: [AuditModule, RecordsModule],
  providers: [Accounts, SpecialPermissions],
  exports: [Accounts, SpecialPermissions],
})
export class AccountsModule {}

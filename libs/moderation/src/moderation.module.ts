import { IdentityModule } from '@app/identity';
import { MessagingModule } from '@app/messaging';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { ReasonsSnapshot } from './reports/reasons.snapshot';
import { Reports } from './reports/reports.service';
import { ReportsController } from './reports/reports.controller';
import { ReportRepository } from './reports/report.repository';

/** Reports of messages, and what moderators make of them. */
@Module({
  imports: [RealtimeModule, IdentityModule, MessagingModule],
  controllers: [ReportsController],
  providers: [ReportRepository, Reports, ReasonsSnapshot],
})
export class ModerationModule {}

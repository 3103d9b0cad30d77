import { IdentityModule } from '@app/identity';
import { MessagingModule } from '@app/messaging';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { ReasonsSnapshot } from './app/reasons.snapshot';
import { Reports } from './app/reports.service';
import { ReportsController } from './http/reports.controller';
import { ReportRepository } from './store/report.repository';

/** Reports of messages, and what moderators make of them. */
@Module({
  imports: [RealtimeModule, IdentityModule, MessagingModule],
  controllers: [ReportsController],
  providers: [ReportRepository, Reports, ReasonsSnapshot],
})
export class ModerationModule {}

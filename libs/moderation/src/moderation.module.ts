import { IdentityModule } from '@app/identity';
import { MessagingModule } from '@app/messaging';
import { Module } from '@nestjs/common';
import { Reports } from './app/reports.service';
import { ReportsController } from './http/reports.controller';
import { ReportRepository } from './store/report.repository';

/** Reports of messages, and what moderators make of them. */
@Module({
  imports: [IdentityModule, MessagingModule],
  controllers: [ReportsController],
  providers: [ReportRepository, Reports],
})
export class ModerationModule {}

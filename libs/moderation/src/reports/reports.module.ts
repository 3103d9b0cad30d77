import { IdentityModule } from '@app/identity';
import { MessagingModule } from '@app/messaging';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ReasonsSnapshot } from './reasons.snapshot';
import { Reports } from './reports.service';
import { ReportsController } from './reports.controller';
import { ReportEntity } from './report.entity';
import { ReportRepository } from './report.repository';

/** Reports of messages. */
@Module({
  imports: [TypeOrmModule.forFeature([ReportEntity]), RealtimeModule, IdentityModule, MessagingModule],
  controllers: [ReportsController],
  providers: [ReportRepository, Reports, ReasonsSnapshot],
})
export class ReportsModule {}

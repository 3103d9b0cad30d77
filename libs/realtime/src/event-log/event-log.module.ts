import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { EventLogDaysRepository } from './event-log-days.repository';
import { EventLog } from './event-log.service';
import { LogDays } from './log-days.service';
import { Registry } from './registry.service';
import { Tail } from './tail.service';

@Module({
  imports: [RecordsModule],
  providers: [EventLog, EventLogDaysRepository, LogDays, Registry, Tail],
  exports: [EventLog, LogDays, Registry, Tail],
})
export class EventLogModule {}

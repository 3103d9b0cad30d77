import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { LogPartitionRepository } from './log-partition.repository';
import { EventLog } from './event-log.service';
import { LogPartitions } from './log-partitions.service';
import { Registry } from './registry.service';
import { LogTail } from './log-tail.service';

@Module({
  imports: [RecordsModule],
  providers: [EventLog, LogPartitionRepository, LogPartitions, Registry, LogTail],
  exports: [EventLog, LogPartitions, Registry, LogTail],
})
export class EventLogModule {}

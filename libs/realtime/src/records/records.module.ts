import { Module } from '@nestjs/common';
import { EventLogRepository } from './event-log.repository';
import { QueueRepository } from './queue.repository';

@Module({
  providers: [EventLogRepository, QueueRepository],
  exports: [EventLogRepository, QueueRepository],
})
export class RecordsModule {}

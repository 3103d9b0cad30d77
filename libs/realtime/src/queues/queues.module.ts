import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery/delivery.module';
import { RecordsModule } from '../records/records.module';
import { EventsController } from './events.controller';
import { QueueDefaults } from './queue-defaults.service';
import { QueueLimit } from './queue-limit.service';
import { QueueSnapshots } from './queue-snapshots.service';
import { Queues } from './queues.service';
import { StreamBytes } from './stream-bytes.http';
import { PollFastPath } from './poll-fast-path.http';
import { WideQueues } from './wide-queues.service';

@Module({
  imports: [DeliveryModule, RecordsModule],
  controllers: [EventsController],
  providers: [QueueDefaults, QueueLimit, Queues, QueueSnapshots, StreamBytes, PollFastPath, WideQueues],
  exports: [QueueDefaults, QueueLimit, Queues, WideQueues],
})
export class QueuesModule {}

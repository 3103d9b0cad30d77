import { Module } from '@nestjs/common';
import { EventLogModule } from '../event-log/event-log.module';
import { RecordsModule } from '../records/records.module';
import { EventShapes } from './event-shapes.service';
import { Heartbeats } from './heartbeats.service';
import { HeldQueues } from './held-queues.service';
import { Hub } from './hub.service';
import { Listeners } from './listeners.service';
import { Measurements } from './measurements.service';
import { Progress } from './progress.service';
import { QueueControl } from './queue-control.service';
import { TakeOvers } from './take-overs.service';
import { EventLogMaintenance } from './event-log-maintenance.service';
import { ViewerLookups } from './viewer-lookups.service';

@Module({
  imports: [EventLogModule, RecordsModule],
  providers: [
    EventShapes,
    Heartbeats,
    HeldQueues,
    Hub,
    Listeners,
    Measurements,
    Progress,
    QueueControl,
    TakeOvers,
    EventLogMaintenance,
    ViewerLookups,
  ],
  exports: [EventShapes, HeldQueues, Hub, Listeners, QueueControl, TakeOvers],
})
export class DeliveryModule {}

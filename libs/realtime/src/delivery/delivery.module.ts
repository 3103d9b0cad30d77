import { Module } from '@nestjs/common';
import { EventLogModule } from '../event-log/event-log.module';
import { RecordsModule } from '../records/records.module';
import { EventShapes } from './event-shapes.service';
import { Heartbeats } from './heartbeats.service';
import { ResidentQueues } from './resident-queues.service';
import { Hub } from './hub.service';
import { PollingUsers } from './polling-users.service';
import { RealtimeMeasurements } from './realtime-measurements.service';
import { QueueProgressSaver } from './queue-progress-saver.service';
import { QueueControl } from './queue-control.service';
import { QueueRebuilds } from './queue-rebuilds.service';
import { EventLogMaintenance } from './event-log-maintenance.service';
import { ViewerLookups } from './viewer-lookups.service';

@Module({
  imports: [EventLogModule, RecordsModule],
  providers: [
    EventShapes,
    Heartbeats,
    ResidentQueues,
    Hub,
    PollingUsers,
    RealtimeMeasurements,
    QueueProgressSaver,
    QueueControl,
    QueueRebuilds,
    EventLogMaintenance,
    ViewerLookups,
  ],
  exports: [EventShapes, ResidentQueues, Hub, PollingUsers, QueueControl, QueueRebuilds],
})
export class DeliveryModule {}

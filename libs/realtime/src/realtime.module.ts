import { Module } from '@nestjs/common';
import { EventLog } from './event-log/event-log.service';
import { EventShapes } from './delivery/event-shapes.service';
import { Heartbeats } from './delivery/heartbeats.service';
import { HeldQueues } from './delivery/held-queues.service';
import { Hub } from './delivery/hub.service';
import { Listeners } from './delivery/listeners.service';
import { LogDays } from './event-log/log-days.service';
import { Measurements } from './delivery/measurements.service';
import { Progress } from './delivery/progress.service';
import { QueueControl } from './delivery/queue-control.service';
import { QueueDefaults } from './queues/queue-defaults.service';
import { QueueLimit } from './queues/queue-limit.service';
import { Queues } from './queues/queues.service';
import { Registrations } from './registration/registrations.service';
import { Registry } from './event-log/registry.service';
import { SpectatorEntrance } from './registration/spectator-entrance.service';
import { Tail } from './event-log/tail.service';
import { TakeOvers } from './delivery/take-overs.service';
import { Upkeep } from './delivery/upkeep.service';
import { ViewerLookups } from './delivery/viewer-lookups.service';
import { WideQueues } from './queues/wide-queues.service';
import { EventsController } from './queues/events.controller';
import { RegisterController } from './registration/register.controller';
import { EventLogDaysRepository } from './event-log/event-log-days.repository';
import { EventLogRepository } from './records/event-log.repository';
import { QueueRepository } from './records/queue.repository';

@Module({
  controllers: [RegisterController, EventsController],
  providers: [
    EventLog,
    EventLogDaysRepository,
    EventLogRepository,
    EventShapes,
    Heartbeats,
    HeldQueues,
    Hub,
    Listeners,
    LogDays,
    Measurements,
    Progress,
    QueueControl,
    QueueDefaults,
    QueueLimit,
    QueueRepository,
    Queues,
    Registrations,
    Registry,
    SpectatorEntrance,
    Tail,
    TakeOvers,
    Upkeep,
    ViewerLookups,
    WideQueues,
  ],
  exports: [EventLog, Listeners, QueueControl, QueueDefaults, Registry, SpectatorEntrance, WideQueues],
})
export class RealtimeModule {}

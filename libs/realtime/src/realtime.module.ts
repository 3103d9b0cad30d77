import { Module } from '@nestjs/common';
import { EventLog } from './app/event-log';
import { Heartbeats } from './app/heartbeats';
import { Hub } from './app/hub';
import { Listeners } from './app/listeners.service';
import { LogDays } from './app/log-days.service';
import { Measurements } from './app/measurements';
import { Progress } from './app/progress.service';
import { QueueControl } from './app/queue-control';
import { QueueDefaults } from './app/queue-defaults';
import { QueueLimit } from './app/queue-limit.service';
import { Queues } from './app/queues.service';
import { Registrations } from './app/registrations.service';
import { Registry } from './app/registry';
import { SpectatorEntrance } from './app/spectator-entrance';
import { Tail } from './app/tail';
import { TakeOvers } from './app/take-overs.service';
import { Upkeep } from './app/upkeep';
import { ViewerLookups } from './app/viewer-lookups';
import { WideQueues } from './app/wide-queues';
import { EventsController } from './http/events.controller';
import { RegisterController } from './http/register.controller';
import { EventLogDaysRepository } from './store/event-log-days.repository';
import { EventLogRepository } from './store/event-log.repository';
import { QueueRepository } from './store/queue.repository';

@Module({
  controllers: [RegisterController, EventsController],
  providers: [
    EventLog,
    EventLogDaysRepository,
    EventLogRepository,
    Heartbeats,
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

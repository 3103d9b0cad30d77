export { EventLog } from './event-log/event-log.service';
export type { Told as ToldEntry } from './event-log/event-log.service';
export type {
  Asked,
  AudienceIndex,
  ClientEvent,
  EventKind,
  LogFollower,
  SnapshotPart,
  Told,
  ViewerLookup,
} from './event-log/ports';
export { Listeners } from './delivery/listeners.service';
export { QueueControl } from './delivery/queue-control.service';
export { QueueDefaults } from './queues/queue-defaults.service';
export type { QueueDefault } from './queues/queue-defaults.service';
export { Registry } from './event-log/registry.service';
export { SpectatorEntrance } from './registration/spectator-entrance.service';
export { WideQueues } from './queues/wide-queues.service';
export type { Audience, RuleSubject } from './records/audience';
export type { LogEntry } from './records/log-entry';
export type {
  Capabilities,
  NarrowTerm,
  QueueOptions,
  QueueViewer,
  SnapshotViewer,
  SpectatorViewer,
} from './records/queue-options';
export { RealtimeModule } from './realtime.module';

export { EventLog } from './event-log/event-log.service';
export type { NewLogEntry } from './event-log/event-log.service';
export type {
  LookupRequest,
  AudienceIndex,
  ClientEvent,
  EventKind,
  LogFollower,
  SnapshotPart,
  ShapeContext,
  ViewerLookup,
} from './event-log/ports';
export { PollingUsers } from './delivery/polling-users.service';
export { QueueControl } from './delivery/queue-control.service';
export { QueueDefaults } from './queues/queue-defaults.service';
export type { QueueDefault } from './queues/queue-defaults.service';
export { Registry } from './event-log/registry.service';
export { SpectatorOrganizations } from './registration/spectator-organizations.service';
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

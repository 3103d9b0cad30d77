export { EventLog } from './app/event-log';
export type { Told as ToldEntry } from './app/event-log';
export type { Asked, AudienceIndex, ClientEvent, EventKind, SnapshotPart, Told, ViewerLookup } from './app/ports';
export { Listeners } from './app/listeners.service';
export { QueueControl } from './app/queue-control';
export { QueueDefaults } from './app/queue-defaults';
export type { QueueDefault } from './app/queue-defaults';
export { Registry } from './app/registry';
export { SpectatorEntrance } from './app/spectator-entrance';
export { WideQueues } from './app/wide-queues';
export type { Audience, LogEntry, RuleSubject } from './domain/audience';
export type {
  Capabilities,
  NarrowTerm,
  QueueOptions,
  QueueViewer,
  SnapshotViewer,
  SpectatorViewer,
} from './domain/queue-options';
export { RealtimeModule } from './realtime.module';

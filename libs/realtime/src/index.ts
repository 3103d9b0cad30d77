export { EventLog } from './app/event-log';
export type { Told } from './app/event-log';
export type { AudienceIndex, ClientEvent, EventKind, SnapshotPart } from './app/ports';
export { QueueControl } from './app/queue-control';
export { Registry } from './app/registry';
export type { Audience, LogEntry, RuleSubject } from './domain/audience';
export type { Capabilities, NarrowTerm, QueueOptions, QueueViewer, SnapshotViewer } from './domain/queue-options';
export { RealtimeModule } from './realtime.module';

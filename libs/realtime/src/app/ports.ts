import type { UserId } from '@app/kernel';
import type { LogEntry, RuleSubject } from '../domain/audience';
import type { NarrowTerm, QueueViewer, SnapshotViewer, SpectatorViewer } from '../domain/queue-options';

/** An event as a client gets it, without its id. */
export type ClientEvent = { type: string } & Record<string, unknown>;

/**
 * One kind of log entry and the shapes that clients get of it. `type` is the client's word (`message`, `realm_user`);
 * several kinds may share one type.
 */
export interface EventKind<Payload = unknown> {
  readonly kind: string;
  readonly type: string;
  /** Names the shape that this viewer gets; events are serialised once a name. */
  variant(payload: Payload, viewer: QueueViewer): string;
  /** What clients of that variant get; null: nothing. Pure: it may run on any node, any number of times. */
  shape(payload: Payload, viewer: QueueViewer): ClientEvent | null;
  /**
   * Makes a filter of a queue's narrow; only kinds that a narrow applies to have one.
   * @throws DomainError BAD_NARROW for an operator that queues do not support
   */
  filter?(narrow: readonly NarrowTerm[]): (payload: Payload, viewer: QueueViewer) => boolean;
}

/** Answers who belongs to a `rule` audience; kept current from the log itself. */
export interface AudienceIndex {
  readonly rule: string;
  /** Reads what is needed to answer for these subjects, once. */
  load(subjects: readonly RuleSubject[]): Promise<void>;
  /** Every log entry passes here, in order, before it is delivered. */
  fold(entry: LogEntry): void;
  /** The members of a loaded subject. */
  members(subject: RuleSubject): Iterable<UserId>;
  includes(subject: RuleSubject, userId: UserId): boolean;
}

/** A context's share of POST /register. */
export interface SnapshotPart {
  /** The client's words (`fetch_event_types`) that ask for this part; any of them is enough. */
  readonly types: readonly string[];
  /** Runs inside the snapshot's transaction. `wanted` holds every type asked for, or null for all. */
  read(viewer: SnapshotViewer, wanted: ReadonlySet<string> | null): Promise<Record<string, unknown>>;
  /** As `read`, what people without an account see. Absent: nothing, so that nobody shows them anything unawares. */
  readForSpectator?(
    viewer: SpectatorViewer,
    wanted: ReadonlySet<string> | null,
  ): Promise<Record<string, unknown>> | Record<string, unknown>;
}

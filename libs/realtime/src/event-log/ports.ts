import type { OrganizationId, UserId } from '@app/kernel';
import type { Audience, LogEntry, RuleSubject } from '../records/audience';
import type { NarrowTerm, QueueViewer, SnapshotViewer, SpectatorViewer } from '../records/queue-options';

/** An event as a client gets it, without its id. */
export type ClientEvent = { type: string } & Record<string, unknown>;

/** What a kind is given of an entry and one of those who are told of it, beside the payload. */
export interface Told<Known> {
  readonly audience: Audience;
  /** What the kind's `lookup` has answered; undefined: the entry needs none. */
  readonly known: Known | undefined;
}

/** One user whose queue is to be told of an entry. */
export interface Asked<Payload> {
  readonly payload: Payload;
  readonly audience: Audience;
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
}

/** What differs between the viewers of an entry and is not written in it: read by the node that delivers. */
export interface ViewerLookup<Payload, Known> {
  /** Whether this entry needs it. */
  isNeeded(payload: Payload): boolean;
  /**
   * One answer for each that is asked, in their order; a constant number of statements. It runs after the transaction that
   * told, and may see later changes: only what later events correct may be looked up, never who may see something.
   */
  read(asked: readonly Asked<Payload>[]): Promise<readonly Known[]>;
}

/**
 * One kind of log entry and the shapes that clients get of it. `type` is the client's word (`message`, `realm_user`);
 * several kinds may share one type.
 */
export interface EventKind<Payload = unknown, Known = unknown> {
  readonly kind: string;
  readonly type: string;
  /** Names the shape that this viewer gets; events are serialised once a name. */
  variant(payload: Payload, viewer: QueueViewer, told: Told<Known>): string;
  /**
   * What clients of that variant get; null: nothing. Several events take ids one after another: the entry reserves them
   * (`width`). Pure: it may run on any node, any number of times.
   */
  shape(payload: Payload, viewer: QueueViewer, told: Told<Known>): ClientEvent | readonly ClientEvent[] | null;
  readonly lookup?: ViewerLookup<Payload, Known>;
  /**
   * Makes a filter of a queue's narrow; only kinds that a narrow applies to have one.
   * @throws DomainError BAD_NARROW for an operator that queues do not support
   */
  filter?(narrow: readonly NarrowTerm[]): (payload: Payload, viewer: QueueViewer) => boolean;
}

/** Answers who belongs to a `rule` audience; kept current from the log itself. */
export interface AudienceIndex {
  readonly rule: string;
  /**
   * Reads what is needed to answer for these subjects; a constant number of statements for all of them. It may be given up
   * again later.
   */
  load(subjects: readonly RuleSubject[]): Promise<void>;
  /** Whether it can answer for the subject now. */
  knows(subject: RuleSubject): boolean;
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
  /** As `read`, for spectators. Absent: nothing, so that a part is never shown by accident. */
  readForSpectator?(
    viewer: SpectatorViewer,
    wanted: ReadonlySet<string> | null,
  ): Promise<Record<string, unknown>> | Record<string, unknown>;
}

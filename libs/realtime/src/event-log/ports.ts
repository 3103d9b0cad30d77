import type { OrganizationId, UserId } from '@app/kernel';
import type { WrittenFields } from '@app/platform';
import type { Audience, RuleSubject } from '../records/audience';
import type { LogEntry } from '../records/log-entry';
import type { NarrowTerm, QueueViewer, SnapshotViewer, SpectatorViewer } from '../records/queue-options';

/** An event as clients receive it, without its id. */
export type ClientEvent = { type: string } & Record<string, unknown>;

/** What a kind receives about an entry and a viewer, besides the payload. */
export interface ShapeContext<Known> {
  readonly audience: Audience;
  /** The answer of the kind's `lookup`; `undefined`: the entry needs none. */
  readonly known: Known | undefined;
}

/** One user whose queue receives an entry. */
export interface LookupRequest<Payload> {
  readonly payload: Payload;
  readonly audience: Audience;
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
}

/** Values that differ between viewers and are not part of the entry. The delivering node reads them. */
export interface ViewerLookup<Payload, Known> {
  /** Whether the entry needs a lookup. */
  isNeeded(payload: Payload): boolean;
  /**
   * Returns one answer for each request, in order, with a constant number of statements. It runs after the transaction
   * of the event and may see later changes. So it may read only values that later events correct, and never decide
   * about visibility.
   */
  read(asked: readonly LookupRequest<Payload>[]): Promise<readonly Known[]>;
}

/**
 * One kind of log entry, with the shapes for clients. `type` is the event type of the protocol; several kinds may share
 * one.
 */
export interface EventKind<Payload = unknown, Known = unknown> {
  readonly kind: string;
  readonly type: string;
  /**
   * The name of the shape for a viewer. Events are serialised once for each name. It is asked for by each queue, so what is
   * frequent should answer without making texts.
   */
  variant(payload: Payload, viewer: QueueViewer, context: ShapeContext<Known>): string | number;
  /**
   * The events of that variant; `null`: none. Several events take successive ids, which the entry reserves (`width`).
   * Pure: it may run on any node, any number of times.
   */
  shape(
    payload: Payload,
    viewer: QueueViewer,
    context: ShapeContext<Known>,
  ): ClientEvent | readonly ClientEvent[] | null;
  readonly lookup?: ViewerLookup<Payload, Known>;
  /**
   * Makes a filter from a queue's narrow. Only kinds to which narrows apply have one.
   * @throws DomainError BAD_NARROW for an operator that queues do not support
   */
  filter?(narrow: readonly NarrowTerm[]): (payload: Payload, viewer: QueueViewer) => boolean;
}

/** Keeps something in memory that log entries change. */
export interface LogFollower {
  /** Receives every log entry in order, before its delivery. */
  fold(entry: LogEntry): void;
}

/** Determines the members of a `rule` audience. */
export interface AudienceIndex {
  readonly rule: string;
  /** Reads what is needed for these subjects, in a constant number of statements. The index may drop it later. */
  load(subjects: readonly RuleSubject[]): Promise<void>;
  /** Whether the subject is loaded. */
  knows(subject: RuleSubject): boolean;
  /** The members of a loaded subject. */
  members(subject: RuleSubject): Iterable<UserId>;
  includes(subject: RuleSubject, userId: UserId): boolean;
}

/** A context's part of POST /register. */
export interface SnapshotPart {
  /** The event types of the protocol (`fetch_event_types`) that request this part. */
  readonly types: readonly string[];
  /** Fields that no other part has. Runs in the snapshot's transaction. `wanted` contains all requested types; `null`: all types. */
  read(viewer: SnapshotViewer, wanted: ReadonlySet<string> | null): Promise<Record<string, unknown> | WrittenFields>;
  /** As `read`, for spectators. If absent, spectators receive nothing of this part. */
  readForSpectator?(
    viewer: SpectatorViewer,
    wanted: ReadonlySet<string> | null,
  ): Promise<Record<string, unknown>> | Record<string, unknown>;
}

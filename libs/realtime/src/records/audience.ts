import type { OrganizationId, UserId } from '@app/kernel';

/**
 * Who is told of an event (ADR 1). All but `rule` are resolved in the writing transaction, and so
 * are exact at the event's place in the log; `rule` is for the hot kinds and resolved on delivery by an audience index.
 */
export type Audience =
  | { to: 'users'; ids: readonly UserId[] }
  /** Everybody in the organization but those. */
  | { to: 'organization'; except: readonly UserId[] }
  | { to: 'rule'; rule: string; of: RuleSubject };

/** What a rule is asked about: a record and the position (in message ids) at which membership counts. */
export interface RuleSubject {
  id: number;
  position: number;
  /** Queues that asked for everything public get it too. */
  isPublic: boolean;
}

/** One row of the log, as the tail reads it. */
export interface LogEntry {
  readonly xid: number;
  readonly ordinal: number;
  readonly organizationId: OrganizationId;
  readonly kind: string;
  readonly audience: Audience;
  readonly payload: unknown;
}

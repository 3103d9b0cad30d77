import type { UserId } from '@app/kernel';

/**
 * Who receives an event (ADR 1). All kinds except `rule` are resolved in the writing transaction, and so are exact at
 * the event's place in the log. `rule` is for hot kinds and is resolved at delivery by an audience index.
 */
export type Audience =
  | { to: 'users'; ids: readonly UserId[] }
  /** All users of the organization except these. */
  | { to: 'organization'; except: readonly UserId[] }
  | { to: 'rule'; rule: string; of: RuleSubject };

/** The subject of a rule: a record and the position (in message ids) at which membership counts. */
export interface RuleSubject {
  id: number;
  position: number;
  /** Queues that receive all public messages receive it too. */
  isPublic: boolean;
}

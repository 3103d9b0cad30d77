import { DomainError } from '@app/kernel';

/**
 * The queue is unknown, expired, deleted, or of another user. All cases get the same answer (docs/protocol/events.md).
 */
export class QueueIsUnknown extends DomainError {
  constructor(queueId: string) {
    super(`Bad event queue ID: ${queueId}`, 'BAD_EVENT_QUEUE_ID', { queue_id: queueId });
  }
}

export class EventsAreAlreadyPruned extends DomainError {
  constructor(lastEventId: number) {
    super(`An event newer than ${lastEventId} has already been pruned!`);
  }
}

export class EventIdWasNeverIssued extends DomainError {
  constructor(lastEventId: number) {
    super(`Event ${lastEventId} was not in this queue`);
  }
}

/** The parameter needs an account, and the caller is a spectator. */
export class ParameterNeedsAccount extends DomainError {
  constructor(name: string) {
    super(`'${name}' must be false for anonymous requests`);
  }
}

export class PublicChannelsAreNotForGuests extends DomainError {
  constructor() {
    super('User not authorized for this query');
  }
}

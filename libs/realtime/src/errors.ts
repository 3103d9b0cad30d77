import { DomainError } from '@app/kernel';

/** Unknown, expired, deleted or of another user: all get the same answer (docs/protocol/events.md). */
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

/** What hangs on an account, asked for without one. */
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

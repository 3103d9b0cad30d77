import { DomainError } from '@app/kernel';

/** The message is absent, belongs to another user, or is in another organization. All cases get the same answer. */
export class ScheduledMessageIsUnknown extends DomainError {
  constructor() {
    super('Scheduled message does not exist');
  }
}

export class ScheduledMessageWasSent extends DomainError {
  constructor() {
    super('Scheduled message was already sent');
  }
}

export class DeliveryTimeIsNotInFuture extends DomainError {
  constructor() {
    super('Scheduled delivery time must be in the future.');
  }
}

export class NothingToChange extends DomainError {
  constructor() {
    super('Nothing to change');
  }
}

export class RecipientIsRequired extends DomainError {
  constructor() {
    super('Recipient required when updating type of scheduled message.');
  }
}

export class TopicIsRequiredForChannel extends DomainError {
  constructor() {
    super('Topic required when updating scheduled message type to channel.');
  }
}

export class ChannelIdIsNoInteger extends DomainError {
  constructor() {
    super('Invalid data type for channel ID');
  }
}

export class RecipientsAreNoList extends DomainError {
  constructor() {
    super('Invalid data type for recipients');
  }
}

/** Other requests changed the message repeatedly during this one. */
export class ScheduledMessageIsBusy extends DomainError {
  constructor() {
    super('The scheduled message is being changed by somebody else. Please try again.');
  }
}

/** The reminder is absent or belongs to another user. Both cases get the same answer. */
export class ReminderIsUnknown extends DomainError {
  constructor() {
    super('Reminder does not exist');
  }
}

export class ReminderNoteIsTooLong extends DomainError {
  constructor(maximum: number) {
    super(`Maximum reminder note length: ${maximum} characters`);
  }
}

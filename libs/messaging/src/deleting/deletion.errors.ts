import { DomainError } from '@app/kernel';

export class DeletingIsNotPermitted extends DomainError {
  constructor() {
    super("You don't have permission to delete this message");
  }
}

export class TooLateToDelete extends DomainError {
  constructor() {
    super('The time limit for deleting this message has passed');
  }
}

/** Another request was faster; the caller could read the message until then. */
export class MessageIsDeletedAlready extends DomainError {
  constructor() {
    super('Message already deleted');
  }
}

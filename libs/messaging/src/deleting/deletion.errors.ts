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

/** Another request deleted the message first. The caller could read it until then. */
export class MessageIsDeletedAlready extends DomainError {
  constructor() {
    super('Message already deleted');
  }
}

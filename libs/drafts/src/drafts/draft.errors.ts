import { DomainError } from '@app/kernel';

export class DraftsAreNotSynchronised extends DomainError {
  constructor() {
    super('User has disabled synchronizing drafts.');
  }
}

/** The draft is absent or belongs to another user. Both cases get the same answer. */
export class DraftDoesNotExist extends DomainError {
  constructor() {
    super('Draft does not exist');
  }
}

export class DraftNeedsOneChannel extends DomainError {
  constructor() {
    super('Must specify exactly 1 channel ID for channel messages');
  }
}

export class DraftTopicContainsNull extends DomainError {
  constructor() {
    super('Topic must not contain null bytes');
  }
}

export class DraftRecipientIsUnknown extends DomainError {
  constructor(id: number) {
    super(`Invalid user ID ${id}`);
  }
}

export class DraftRecipientIsDeactivated extends DomainError {
  constructor(fullName: string) {
    super(`'${fullName}' is no longer using this organization`);
  }
}

export class TooManyDrafts extends DomainError {
  constructor(limit: number) {
    super(`There can be at most ${limit} drafts`);
  }
}

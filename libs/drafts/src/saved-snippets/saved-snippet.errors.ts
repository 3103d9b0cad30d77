import { DomainError } from '@app/kernel';

/** The snippet is absent or belongs to another user. Both cases get the same answer. */
export class SnippetDoesNotExist extends DomainError {
  constructor() {
    super('Saved snippet does not exist.');
  }
}

export class SnippetIsIncomplete extends DomainError {
  constructor(field: string) {
    super(`${field} cannot be blank`);
  }
}

export class SnippetIsTooLong extends DomainError {
  constructor(field: string, limit: number) {
    super(`${field} is too long (limit: ${limit} characters)`);
  }
}

export class TooManySnippets extends DomainError {
  constructor(limit: number) {
    super(`There can be at most ${limit} saved snippets`);
  }
}

import { DomainError } from '@app/kernel';

export class StatusSaysNothing extends DomainError {
  constructor() {
    super('Client did not pass any new values.');
  }
}

export class StatusEmojiHasNoName extends DomainError {
  constructor() {
    super('Client must pass emoji_name if they pass either emoji_code or reaction_type.');
  }
}

export class StatusTextIsTooLong extends DomainError {
  constructor(limit: number) {
    super(`status_text is too long (limit: ${limit} characters)`);
  }
}

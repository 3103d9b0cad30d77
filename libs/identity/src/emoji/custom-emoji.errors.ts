import { DomainError } from '@app/kernel';

export class EmojiNameIsInvalid extends DomainError {}

export class EmojiNameIsTaken extends DomainError {
  constructor() {
    super('A custom emoji with this name already exists.');
  }
}

export class BuiltInEmojiIsForAdministrators extends DomainError {
  constructor() {
    super('You do not have permission to override default emoji.');
  }
}

export class EmojiIsUnknown extends DomainError {
  constructor(name: string) {
    super(`Emoji '${name}' does not exist`);
  }
}

export class EmojiIsNotYours extends DomainError {
  constructor() {
    super('Must be an organization administrator or emoji author');
  }
}

export class EmojiAreNotForYou extends DomainError {
  constructor() {
    super('Insufficient permission');
  }
}

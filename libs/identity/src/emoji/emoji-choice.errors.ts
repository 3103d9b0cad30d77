import { DomainError } from '@app/kernel';

export class EmojiIsUnknownHere extends DomainError {
  constructor(name: string) {
    super(`Emoji '${name}' does not exist`);
  }
}

export class EmojiIsInvalid extends DomainError {}

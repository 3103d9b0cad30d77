import type { UserId } from '@app/kernel';
import { DomainError } from '@app/kernel';

/** An emoji reaction of a user to a message. For each user, type and code a message has at most one. */
export interface Reaction {
  readonly userId: UserId;
  readonly type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
  /** Hex code points, the id of an emoji of the organization, or a word. */
  readonly code: string;
  readonly name: string;
}

export class ReactionExistsAlready extends DomainError {
  constructor() {
    super('Reaction already exists.', 'REACTION_ALREADY_EXISTS');
  }
}

export class ReactionDoesNotExist extends DomainError {
  constructor() {
    super("Reaction doesn't exist.", 'REACTION_DOES_NOT_EXIST');
  }
}

export class EmojiIsMissing extends DomainError {
  constructor() {
    super('At least one of the following arguments must be present: emoji_name, emoji_code');
  }
}

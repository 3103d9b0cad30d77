import { DomainError } from '@app/kernel';

export class AlertWordIsTooLong extends DomainError {
  constructor(limit: number) {
    super(`alert_words: a word is too long (limit: ${limit} characters)`);
  }
}

export class TooManyAlertWords extends DomainError {
  constructor(limit: number) {
    super(`There can be at most ${limit} alert words`);
  }
}

export class PresenceIsUnknown extends DomainError {
  constructor() {
    super('No presence data for this user');
  }
}

export class PresenceOfBotsIsUnknown extends DomainError {
  constructor() {
    super('Presence is not supported for bot users');
  }
}

export class EmojiIsUnknownHere extends DomainError {
  constructor(name: string) {
    super(`Emoji '${name}' does not exist`);
  }
}

export class EmojiIsInvalid extends DomainError {}

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

export class CannotMuteSelf extends DomainError {
  constructor() {
    super('Cannot mute self');
  }
}

export class UserIsMutedAlready extends DomainError {
  constructor() {
    super('User already muted');
  }
}

export class UserIsNotMuted extends DomainError {
  constructor() {
    super('User is not muted');
  }
}

export class StatusTextIsTooLong extends DomainError {
  constructor(limit: number) {
    super(`status_text is too long (limit: ${limit} characters)`);
  }
}

export class NameChangesAreDisabled extends DomainError {
  constructor() {
    super('Name changes are disabled in this organization.');
  }
}

export class OldPasswordIsWrong extends DomainError {
  constructor() {
    super('Wrong password!');
  }
}

/** Unknown, and of another organization: both answer alike. */
export class ProfileFieldIsUnknown extends DomainError {
  constructor(id: number) {
    super(`Field id ${id} not found.`);
  }
}

export class ProfileFieldNameIsInvalid extends DomainError {}

export class ProfileFieldNameIsTaken extends DomainError {
  constructor() {
    super('A field with that label already exists.');
  }
}

export class ProfileFieldDataIsInvalid extends DomainError {}

export class DefaultProfileFieldIsFixed extends DomainError {
  constructor() {
    super('Default custom field cannot be updated.');
  }
}

export class ProfileFieldIsNoSummary extends DomainError {
  constructor() {
    super('Field type not supported for display in profile summary.');
  }
}

export class ProfileSummaryIsFull extends DomainError {
  constructor(limit: number) {
    super(`Only ${limit} custom profile fields can be displayed in the profile summary.`);
  }
}

export class TooManyProfileFields extends DomainError {
  constructor(limit: number) {
    super(`There can be at most ${limit} custom profile fields`);
  }
}

export class ProfileFieldOrderIsInvalid extends DomainError {
  constructor() {
    super('Invalid order mapping.');
  }
}

export class ProfileFieldIsNotEditable extends DomainError {
  constructor() {
    super('You are not allowed to change this field. Contact an administrator to update it.');
  }
}

export class ProfileValueIsInvalid extends DomainError {}

import { DomainError } from '@app/kernel';

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

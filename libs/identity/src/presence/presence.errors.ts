import { DomainError } from '@app/kernel';

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

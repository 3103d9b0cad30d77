import { DomainError } from '@app/kernel';

export class AvatarChangesAreDisabled extends DomainError {
  constructor() {
    super('Avatar changes are disabled in this organization.');
  }
}

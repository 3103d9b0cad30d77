import { DomainError } from '@app/kernel';

export class NameChangesAreDisabled extends DomainError {
  constructor() {
    super('Name changes are disabled in this organization.');
  }
}

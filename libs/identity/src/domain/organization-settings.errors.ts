import { DomainError } from '@app/kernel';

export class OneWayInMustStay extends DomainError {
  constructor() {
    super('At least one authentication method must be enabled.');
  }
}

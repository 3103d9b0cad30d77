import { DomainError } from '@app/kernel';

/** A request to end logins that the provider may not make, or has made before. The log of the server says why. */
export class LogoutRequestIsInvalid extends DomainError {
  constructor() {
    super('The logout request is invalid');
  }
}

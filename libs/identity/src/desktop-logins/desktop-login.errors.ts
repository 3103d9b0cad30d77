import { DomainError } from '@app/kernel';

/** The token is unknown, used, or older than a minute. All cases get the same answer. */
export class DesktopLoginIsOver extends DomainError {
  constructor() {
    super('This login of the desktop app is over: please begin again in the app', 'AUTHENTICATION_FAILED');
  }
}

import { DomainError } from '@app/kernel';

export class MailServerIsNotSet extends DomainError {
  constructor() {
    super(
      'No mail server is set: mails are kept on the server, where `parley mails` shows them. PARLEY_SMTP_URL names a mail server.',
    );
  }
}

export class MailWasNotTaken extends DomainError {
  /** @param reason in the words of the mail server, or of the connection to it */
  constructor(reason: string) {
    super(`The mail server did not take the mail: ${reason}`);
  }
}

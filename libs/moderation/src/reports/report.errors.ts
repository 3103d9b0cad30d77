import { DomainError } from '@app/kernel';

export class ExplanationIsRequired extends DomainError {
  constructor() {
    super('An explanation is required.');
  }
}

export class ReportingIsNotEnabled extends DomainError {
  constructor() {
    super('Message reporting is not enabled in this organization.');
  }
}

export class MustBeModerator extends DomainError {
  constructor() {
    super('Must be an organization moderator', 'UNAUTHORIZED_PRINCIPAL');
  }
}

/** The report is absent or belongs to another organization. Both cases get the same answer. */
export class ReportDoesNotExist extends DomainError {
  constructor() {
    super('Report does not exist');
  }
}

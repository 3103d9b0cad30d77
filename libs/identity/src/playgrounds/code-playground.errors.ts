import { DomainError } from '@app/kernel';

/** The playground is absent or belongs to another organization. Both cases get the same answer. */
export class PlaygroundIsUnknown extends DomainError {
  constructor() {
    super('Invalid playground');
  }
}

export class PlaygroundIsIncomplete extends DomainError {
  constructor(field: string) {
    super(`${field} cannot be blank`);
  }
}

export class PlaygroundLanguageIsInvalid extends DomainError {
  constructor() {
    super('Invalid characters in pygments language');
  }
}

export class PlaygroundTemplateIsInvalid extends DomainError {
  constructor() {
    super('Invalid URL template.');
  }
}

export class PlaygroundTemplateLacksCode extends DomainError {
  constructor() {
    super('Missing the required variable "code" in the URL template');
  }
}

export class PlaygroundTemplateHasOtherVariables extends DomainError {
  constructor() {
    super('"code" should be the only variable present in the URL template');
  }
}

export class PlaygroundExistsAlready extends DomainError {
  constructor() {
    super('There is a playground of this name for this language already.');
  }
}

export class ThereAreTooManyPlaygrounds extends DomainError {
  constructor(most: number) {
    super(`An organization cannot have more than ${most} playgrounds.`);
  }
}

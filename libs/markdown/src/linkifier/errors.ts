import { DomainError } from '@app/kernel';

/** Not RE2 syntax, or too large to be tried on every message. */
export class PatternIsInvalid extends DomainError {
  constructor(reason: string) {
    super(`Bad regular expression: ${reason}`);
  }
}

/** Not RFC 6570, or what it makes can never be an address that may be linked. */
export class UrlTemplateIsInvalid extends DomainError {
  constructor() {
    super('Invalid URL template.');
  }
}

export class GroupIsNotInTemplate extends DomainError {
  constructor(name: string) {
    super(`Group '${name}' in linkifier pattern is not present in URL template.`);
  }
}

export class VariableIsNotInPattern extends DomainError {
  constructor(name: string) {
    super(`Group '${name}' in URL template is not present in linkifier pattern.`);
  }
}

import { DomainError } from '@app/kernel';

export class ParameterIsMissing extends DomainError {
  constructor(name: string) {
    super(`Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name: name });
  }
}

export class ParameterIsInvalid extends DomainError {}

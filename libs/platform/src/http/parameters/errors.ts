import { DomainError } from '@app/kernel';

export class ParameterIsMissing extends DomainError {
  constructor(name: string) {
    super(`Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name: name });
  }
}

/** The request contains a parameter and its older name. */
export class ParametersAreConfusing extends DomainError {
  constructor(one: string, another: string) {
    super(`Can't decide between '${one}' and '${another}' arguments`, 'REQUEST_CONFUSING_VAR', {
      var_name1: one,
      var_name2: another,
    });
  }
}

export class ParameterIsInvalid extends DomainError {}

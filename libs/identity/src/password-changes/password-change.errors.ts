import { DomainError } from '@app/kernel';

export class OldPasswordIsWrong extends DomainError {
  constructor() {
    super('Wrong password!');
  }
}

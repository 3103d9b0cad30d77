import { DomainError } from '@app/kernel';

/** The token has ended or belongs to another provider. Both cases get the same answer. */
export class ScimTokenIsUnknown extends DomainError {
  constructor() {
    super('No such SCIM token');
  }
}

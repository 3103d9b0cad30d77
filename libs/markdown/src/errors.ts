import { DomainError } from '@app/kernel';

/** The text takes too much work, or its HTML would be too long. */
export class RenderingFailed extends DomainError {
  constructor() {
    super('Unable to render message');
  }
}

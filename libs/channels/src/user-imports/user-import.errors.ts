import { DomainError } from '@app/kernel';
import type { LineError } from './csv-file';

/** The import is absent or belongs to another organization. Both cases get the same answer. */
export class ImportIsUnknown extends DomainError {
  constructor() {
    super('There is no such import.');
  }
}

/** Nothing of the file is carried out. */
export class ImportIsRefused extends DomainError {
  constructor(readonly faults: readonly LineError[]) {
    super(
      `${faults.length === 1 ? 'One line is' : `${faults.length} lines are`} wrong; nothing was changed.`,
      'BAD_REQUEST',
      { errors: faults.map(({ line, message }) => ({ line, message })) },
    );
  }
}

import { DomainError } from '@app/kernel';

/** Public channels alone; or also what users who consented may read. The numbers are those of clients. */
export const EXPORT_TYPE = { public: 1, consented: 2 } as const;

/** So many exports can be asked for within `EXPORT_PERIOD_DAYS`. */
export const MOST_EXPORTS = 5;
export const EXPORT_PERIOD_DAYS = 7;

/** An export that was asked for. This server can make none yet: each has failed. */
export interface OrganizationExport {
  readonly id: number;
  readonly actorId: number;
  readonly type: number;
  /** UNIX seconds. */
  readonly requestedAt: number;
  /** UNIX seconds; null: it is still to be made. */
  readonly failedAt: number | null;
}

/** Whether a user lets administrators export what the user may read. */
export interface ExportConsent {
  readonly userId: number;
  readonly isGiven: boolean;
  readonly emailAddressVisibility: number;
}

export class TooManyExports extends DomainError {
  constructor() {
    super('Exceeded rate limit.');
  }
}

export class NoOwnerConsents extends DomainError {
  constructor() {
    super('At least one organization owner must consent to the export of private data');
  }
}

/** Also for an export of another organization. */
export class ExportIsUnknown extends DomainError {
  constructor() {
    super('Invalid data export ID');
  }
}

export class ExportHasFailed extends DomainError {
  constructor() {
    super('Export failed, nothing to delete');
  }
}

export class ExportIsInProgress extends DomainError {
  constructor() {
    super('Export still in progress');
  }
}

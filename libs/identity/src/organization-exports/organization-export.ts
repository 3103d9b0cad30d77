import { DomainError } from '@app/kernel';

/** Public channels only, or also the messages of users who consented. The numbers are the protocol's. */
export const EXPORT_TYPE = { public: 1, consented: 2 } as const;

/** The number of exports that may be requested within `EXPORT_PERIOD_DAYS`. */
export const MOST_EXPORTS = 5;
export const EXPORT_PERIOD_DAYS = 7;

/** A requested export. The server cannot make exports yet, so each has failed. */
export interface OrganizationExport {
  readonly id: number;
  readonly actorId: number;
  readonly type: number;
  /** UNIX seconds. */
  readonly requestedAt: number;
  /** UNIX seconds; `null`: the export is pending. */
  readonly failedAt: number | null;
}

/** Whether a user allows administrators to export the messages that the user may read. */
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

/** The export is absent or belongs to another organization. Both cases get the same answer. */
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

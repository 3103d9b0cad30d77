import { DomainError, type OrganizationId, type UserId } from '@app/kernel';

/** Public channels only, or also the messages of users who consented. The numbers are the protocol's. */
export const EXPORT_TYPE = { public: 1, consented: 2 } as const;

/** The number of exports that may be requested within `EXPORT_PERIOD_DAYS`. */
export const MAX_EXPORTS = 5;
export const EXPORT_PERIOD_DAYS = 7;

/** The parts of an export, in their order. An export is complete after the last. */
export const EXPORT_SECTIONS = [
  ...(['organization', 'users', 'groups', 'channels', 'messages', 'uploads'] as const),
  ...(['pictures', 'emoji', 'avatars'] as const),
] as const;
export type ExportSectionName = (typeof EXPORT_SECTIONS)[number];

/** A requested export. At most one of the three times of its end is set while its files are there. */
export interface OrganizationExport {
  readonly id: number;
  readonly actorId: UserId;
  readonly type: number;
  /** UNIX seconds. */
  readonly requestedAt: number;
  /** UNIX seconds. */
  readonly failedAt: number | null;
  /** UNIX seconds: since when the files can be fetched. */
  readonly readyAt: number | null;
  /** UNIX seconds. */
  readonly deletedAt: number | null;
}

export const isPending = ({ failedAt, readyAt, deletedAt }: OrganizationExport): boolean =>
  failedAt === null && readyAt === null && deletedAt === null;

/** Whether its files can be fetched. */
export const isFetchable = ({ readyAt, deletedAt }: OrganizationExport): boolean =>
  readyAt !== null && deletedAt === null;

/** An export as the worker takes it. */
export interface ExportWork extends OrganizationExport {
  readonly organizationId: OrganizationId;
  /** The section that is being written, or `WRITTEN`. */
  readonly section: string;
  /** What of the section is done: all up to this id. */
  readonly position: number;
  /** How many files were written for it. */
  readonly parts: number;
}

/** An uploaded file that an export contains. */
export interface ExportedUpload {
  readonly name: string;
  readonly fileKey: string;
  /** Bytes. */
  readonly size: number;
}

/** A file of an export by its name in the archive. */
export interface ExportFile {
  readonly id: number;
  readonly name: string;
  readonly fileKey: string;
  /** Bytes. */
  readonly size: number;
}

/** In place of a section: all of them are written. */
export const WRITTEN = '';

export const isWritten = ({ section }: Pick<ExportWork, 'section'>): boolean => section === WRITTEN;

/** @throws Error for a section of a later version */
export function sectionNamed(name: string): ExportSectionName {
  const section = EXPORT_SECTIONS.find((one) => one === name);
  if (!section) throw new Error(`This version knows no section ${name} of exports.`);
  return section;
}

/** `null`: it is the last one. */
export const sectionAfter = (name: ExportSectionName): ExportSectionName | null =>
  EXPORT_SECTIONS[EXPORT_SECTIONS.indexOf(name) + 1] ?? null;

/** For this time a complete export can be fetched. */
export const EXPORT_KEPT_DAYS = 30;

/** Whether a user allows administrators to export the messages that the user may read. */
export interface ExportConsent {
  readonly userId: UserId;
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

export class ExportIsDeleted extends DomainError {
  constructor() {
    super('Export already deleted');
  }
}

export class ExportIsInProgress extends DomainError {
  constructor() {
    super('Export still in progress');
  }
}

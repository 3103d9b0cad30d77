import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { User } from '../records/user';
import type { ExportedUpload, ExportSectionName } from './organization-export';

/** What an export contains. */
export interface ExportScope {
  readonly organizationId: OrganizationId;
  /** The administrator who asked for it, as the account is now. */
  readonly acting: User;
  /** UNIX seconds. Later messages are left out. */
  readonly requestedAt: number;
  /** The users whose private messages it contains; none in an export of public data. */
  readonly consentingIds: ReadonlySet<UserId>;
}

/** A small part of a section. */
export interface ExportPage {
  /** Each becomes a line of JSON. */
  readonly rows: readonly object[];
  readonly uploads: readonly ExportedUpload[];
  /** The section continues after this id; `null`: it is complete. */
  readonly position: number | null;
}

/** A part of exports. The context that has the data provides it, by its own rules of who may read what. */
export interface ExportSection {
  readonly name: ExportSectionName;
  /** What follows the position, in a few fast statements. */
  next(scope: ExportScope, position: number): Promise<ExportPage>;
}

/** The sections of all contexts. */
@Injectable()
export class ExportSections {
  private readonly sections = new Map<ExportSectionName, ExportSection>();

  add(...sections: readonly ExportSection[]): void {
    for (const section of sections) this.sections.set(section.name, section);
  }

  /** @throws Error where no context provides it */
  get(name: ExportSectionName): ExportSection {
    const section = this.sections.get(name);
    if (!section) throw new Error(`No context provides the section ${name} of exports.`);
    return section;
  }
}

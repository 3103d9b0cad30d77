import { type ArchivedFile, type Actor, Files, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import { assertAdministrator } from '../permissions/access';
import { ExportIsUnknown, isFetchable } from './organization-export';
import { OrganizationExportRepository } from './organization-export.repository';

const FILES_AT_ONCE = 100;

/** The files of an export as one archive, for administrators. */
@Injectable()
export class ExportArchives {
  constructor(
    private readonly rows: OrganizationExportRepository,
    private readonly files: Files,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /**
   * The files in their order. Uploaded files that were deleted since are absent.
   * @throws MustBeAdministrator, ExportIsUnknown
   */
  async open(actor: Actor, id: number): Promise<AsyncIterable<ArchivedFile>> {
    assertAdministrator(actor);
    const { organizationId } = actor;
    const found = await this.rows.find(organizationId, id);
    if (!found || !isFetchable(found)) throw new ExportIsUnknown();
    await this.transactions.run([], async () =>
      this.audit.record({ organizationId, action: 'fetched', object: { type: 'export', id } }),
    );
    return this.filesOf(id);
  }

  private async *filesOf(exportId: number): AsyncGenerator<ArchivedFile, void, void> {
    for (let after = 0; ;) {
      const files = await this.rows.files(exportId, after, FILES_AT_ONCE);
      for (const { name, size, fileKey } of files) yield { name, size, open: () => this.files.read(fileKey) };
      const last = files.at(-1);
      if (!last) return;
      after = last.id;
    }
  }
}

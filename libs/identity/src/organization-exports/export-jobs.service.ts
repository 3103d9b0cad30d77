import { DomainError } from '@app/kernel';
import { Files, lock, Log, newFileKey, OutboxWorker, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ExportJobRepository } from './export-job.repository';
import { ExportScopes } from './export-scopes.service';
import { ExportSections } from './export-sections.port';
import { type ExportWork, isPending, isWritten, sectionAfter, sectionNamed, WRITTEN } from './organization-export';
import { OrganizationExportClientEvents } from './organization-export.client-events';
import { EXPORTER } from './organization-exports.service';

/** Pages that a node writes before the exports of other organizations have their turn. */
const PAGES_AT_ONCE = 10;

const compressed = promisify(gzip);

/**
 * Makes exports, page by page: each page is a compressed file and a step in the row of the export. A node that is killed
 * has written a whole page or none, and another node continues. Ended exports lose their files here.
 */
@Injectable()
export class ExportJobs extends OutboxWorker {
  readonly name = EXPORTER;
  protected readonly failure = 'an export was interrupted';

  constructor(
    private readonly rows: ExportJobRepository,
    private readonly sections: ExportSections,
    private readonly scopes: ExportScopes,
    private readonly clients: OrganizationExportClientEvents,
    private readonly files: Files,
    private readonly transactions: Transactions,
    workers: Workers,
    log: Log,
  ) {
    super(rows, workers, log);
  }

  protected async handle(id: number): Promise<void> {
    const work = await this.rows.take(id);
    if (!work) return;
    if (!isPending(work)) return this.clear(work);
    try {
      await this.removeFiles(id, true);
      await this.continue(work);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.rows.noteFailed(id);
      this.workers.nudge(EXPORTER);
    }
  }

  /** @throws MustBeAdministrator, AccountIsDeactivated: the account that asked for it has lost its rights */
  private async continue(work: ExportWork): Promise<void> {
    let current: ExportWork | null = work;
    for (let pages = 0; pages < PAGES_AT_ONCE && current && !isWritten(current); pages++)
      current = await this.writePage(current);
    if (!current) return;
    if (isWritten(current)) await this.tellOf(work, () => this.rows.noteReady(work.id));
    else await this.rows.release(work.id);
  }

  /** Returns where the export continues, `null` where another node has gone on with it. */
  private async writePage(work: ExportWork): Promise<ExportWork | null> {
    const section = sectionNamed(work.section);
    const page = await this.sections.get(section).next(await this.scopes.of(work), work.position);
    const parts = work.parts + (page.rows.length > 0 ? 1 : 0);
    const next =
      page.position === null
        ? { section: sectionAfter(section) ?? WRITTEN, position: 0, parts }
        : { section, position: page.position, parts };
    const file = await this.write(work, `${section}-${String(parts).padStart(6, '0')}.jsonl.gz`, page.rows);
    const isOurs = await this.rows.advance(work, next, { ...file, uploads: page.uploads });
    return isOurs ? { ...work, ...next } : null;
  }

  private async write(
    { id, organizationId }: ExportWork,
    name: string,
    rows: readonly object[],
  ): Promise<{ fileId: number | null; size: number }> {
    if (rows.length === 0) return { fileId: null, size: 0 };
    const bytes = await compressed(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const key = newFileKey('exports', organizationId);
    const fileId = await this.rows.beginFile(id, name, key);
    await this.files.write(key, bytes);
    return { fileId, size: bytes.length };
  }

  private async clear(work: ExportWork): Promise<void> {
    const { id, deletedAt, failedAt } = work;
    if (deletedAt === null && failedAt === null) await this.tellOf(work, () => this.rows.noteDeleted(id));
    else if (failedAt !== null) await this.tellOf(work, async () => undefined);
    await this.removeFiles(id, false);
    await this.rows.forgetUploads(id);
    await this.rows.noteCleared(id);
  }

  /** The file goes first: a node that is killed in between removes it again. */
  private async removeFiles(id: number, unfinished: boolean): Promise<void> {
    const files = await this.rows.ownFiles(id, unfinished);
    for (const { fileKey } of files) await this.files.remove(fileKey);
    if (files.length > 0) await this.rows.forgetFiles(files.map((file) => file.id));
  }

  private async tellOf({ organizationId }: ExportWork, change: () => Promise<void>): Promise<void> {
    await this.transactions.run([lock.organization(organizationId)], async () => {
      await change();
      await this.clients.tellChanged(organizationId);
    });
  }
}

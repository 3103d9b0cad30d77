import { DomainError, type OrganizationId } from '@app/kernel';
import { type Actor, lock, Log, originOfWork, OutboxWorker, Transactions, withOrigin, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { ImportIsRefused, ImportIsUnknown } from './user-import.errors';
import type { ImportProgress } from './import-progress';
import { UserImportRepository } from './user-import.repository';
import { type CheckedImport, UserImports } from './user-imports.service';

const IMPORTER = 'user_imports';
/** A request waits this long for a small file. After that only the worker continues. */
const PATIENCE_MS = 5_000;
const BETWEEN_LOOKS_MS = 50;

/** Imports that requests began: a worker carries them out, whatever happens to the request and to the node. */
@Injectable()
export class ImportJobs extends OutboxWorker {
  readonly name = IMPORTER;
  protected readonly failure = 'an import of people was interrupted';

  constructor(
    private readonly rows: UserImportRepository,
    private readonly imports: UserImports,
    private readonly transactions: Transactions,
    workers: Workers,
    log: Log,
  ) {
    super(rows, workers, log);
  }

  /** @throws ImportIsRefused where a line is wrong: then nothing is changed */
  async begin({ organizationId, userId }: Actor, { rows, faults }: CheckedImport): Promise<ImportProgress> {
    if (faults.length > 0) throw new ImportIsRefused(faults);
    const id = await this.transactions.run([lock.organization(organizationId)], async () => {
      this.transactions.required.afterCommit.push(() => this.workers.nudge(IMPORTER));
      return this.rows.insert(organizationId, originOfWork(), userId, rows);
    });
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
      const progress = await this.progress(organizationId, id);
      if (progress.done === progress.total || progress.failure !== null) return progress;
      await setTimeout(BETWEEN_LOOKS_MS);
    }
    return this.progress(organizationId, id);
  }

  /** @throws ImportIsUnknown */
  async progress(organizationId: OrganizationId, id: number): Promise<ImportProgress> {
    const progress = await this.rows.progress(organizationId, id);
    if (!progress) throw new ImportIsUnknown();
    return progress;
  }

  /** What a killed node leaves is taken up by another: lines that are done already do nothing. */
  protected async handle(id: number): Promise<void> {
    const work = await this.rows.take(id);
    if (!work) return;
    const { organizationId, actorId, client, address, rows, done } = work;
    try {
      await withOrigin({ actorId, client, address }, () =>
        this.imports.carryOutFrom({ organizationId, userId: actorId }, rows, done, (now) =>
          this.rows.noteDone(id, now),
        ),
      );
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.rows.noteFailure(id, sentenceOf(error));
    }
  }
}

const sentenceOf = (error: DomainError): string =>
  error instanceof ImportIsRefused
    ? error.faults.map(({ line, message }) => `line ${line}: ${message}`).join(' ')
    : error.message;

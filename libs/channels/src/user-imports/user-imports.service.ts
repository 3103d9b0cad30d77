import { Injectable } from '@nestjs/common';
import { ImportBatches } from './import-batches.service';
import { inOrder, type ImportPlan, planOf } from './import-plan';
import { type Importer, ImportStates } from './import-states.service';
import { ImportIsRefused } from './user-import.errors';
import { byLine, readUserRows, type UserRow } from './user-row';

/** Lines of one batch: a transaction of them takes about 50 ms. Tests reduce it. */
export const ROWS = { atOnce: 100 };

export interface CheckedImport extends ImportPlan {
  readonly rows: readonly UserRow[];
}

/** Imports people from a file of comma-separated values. The same rules decide for all who import. */
@Injectable()
export class UserImports {
  constructor(
    private readonly states: ImportStates,
    private readonly batches: ImportBatches,
  ) {}

  /**
   * What the file would do, and which lines are wrong. Changes nothing.
   * @throws MustBeAdministrator
   */
  async check(importer: Importer, bytes: Uint8Array): Promise<CheckedImport> {
    const { rows, faults } = readUserRows(bytes);
    const plan = planOf(rows, await this.states.read(importer, rows));
    return { rows, steps: plan.steps, faults: [...faults, ...plan.faults].sort(byLine) };
  }

  /**
   * Carries the file out in batches, each in small transactions.
   * @param progress is told how many of the lines are done
   * @throws ImportIsRefused where a line is wrong: then nothing was changed
   */
  async carryOut(
    importer: Importer,
    { rows, faults }: CheckedImport,
    progress: (done: number) => void = () => undefined,
  ): Promise<void> {
    if (faults.length > 0) throw new ImportIsRefused(faults);
    await this.carryOutFrom(importer, rows, 0, async (done) => progress(done));
  }

  /**
   * As `carryOut`, for lines that were checked before, of which some are done.
   * @throws ImportIsRefused where what decides has changed since: then the rest is not carried out
   */
  async carryOutFrom(
    importer: Importer,
    rows: readonly UserRow[],
    done: number,
    progress: (done: number) => Promise<void>,
  ): Promise<void> {
    const ordered = inOrder(rows);
    for (let at = done; at < ordered.length;) {
      const batch = ordered.slice(at, at + ROWS.atOnce);
      await this.batches.carryOut(importer, batch);
      at += batch.length;
      await progress(at);
    }
  }
}

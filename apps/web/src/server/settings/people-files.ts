import type { ResponseOf, Connection } from '@parley/client';
import { type Outcome, outcomeOf } from '../refusal';

export type ImportPreview = ResponseOf<'POST users/import'>;
export type ImportProgress = ResponseOf<'GET users/imports/{import_id}'>;

const BETWEEN_LOOKS_MS = 1_000;

/** People from a file and into files, for administrators. */
export class PeopleFiles {
  constructor(private readonly connection: Connection) {}

  /** What the file would do. Nothing is changed. */
  preview(file: Blob): Promise<Outcome<ImportPreview>> {
    return outcomeOf(this.connection.request('POST users/import', { file, dry_run: true }));
  }

  /** Carries the file out, and tells now and then how far it is. Resolves when all is done, or the rest cannot be. */
  async carryOut(file: Blob, tell: (progress: ImportProgress) => void): Promise<Outcome<ImportProgress>> {
    const begun = await outcomeOf<ImportProgress>(this.connection.request('POST users/import', { file }));
    let latest = begun;
    while (latest.refusal === null && isUnderWay(latest.answer)) {
      tell(latest.answer);
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
      const { import_id: id } = latest.answer;
      const next = await outcomeOf(this.connection.request('GET users/imports/{import_id}', { import_id: id! }));
      // A server that cannot be reached for a moment goes on with the import all the same.
      if (next.refusal?.message !== '') latest = next;
    }
    return latest;
  }

  /** Where a file of all of them is. */
  addressOf(directory: 'users' | 'groups' | 'channels'): string {
    return this.connection.urlOf(`export/${directory}.csv`);
  }
}

const isUnderWay = ({ done, total, failure }: ImportProgress): boolean => done < total && failure === null;

import { SearchTakesTooLong } from '../errors';

/** PostgreSQL's codes for a statement that exceeded the time limit, or waited too long for a lock. */
const BROKEN_OFF = new Set(['57014', '55P03']);

/** Turns a timeout of a search into an error. */
export async function withinTime<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (BROKEN_OFF.has((error as { code?: string }).code ?? '')) throw new SearchTakesTooLong();
    throw error;
  }
}

import { SearchTakesTooLong } from '../errors';

/** PostgreSQL's words for a statement that took longer than statements may, or waited for a lock for longer. */
const BROKEN_OFF = new Set(['57014', '55P03']);

/** Refuses a search that takes too long. @throws SearchTakesTooLong */
export async function withinTime<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (BROKEN_OFF.has((error as { code?: string }).code ?? '')) throw new SearchTakesTooLong();
    throw error;
  }
}

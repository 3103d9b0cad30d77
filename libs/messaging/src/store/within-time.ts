import { SearchTakesTooLong } from '../domain/errors';

/** PostgreSQL's word for a statement that took longer than statements may. */
const BROKEN_OFF = '57014';

/** What a reader asks for may be much too much: then he is told so. @throws SearchTakesTooLong */
export async function withinTime<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if ((error as { code?: string }).code === BROKEN_OFF) throw new SearchTakesTooLong();
    throw error;
  }
}

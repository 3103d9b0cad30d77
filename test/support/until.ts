import { LAST_RESORT_MS } from './last-resort';

/** Checks repeatedly, until shortly before the last resort of jest, whether the condition holds. */
export async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + LAST_RESORT_MS; !(await isSo());) {
    if (Date.now() > end) throw new Error('It never came to be so.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

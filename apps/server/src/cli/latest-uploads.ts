import { Files, isStorageUnavailable } from '@app/platform';
import type { DatabaseProbe } from './doctor/database-probe';

/** The number of latest uploads that are looked up. They show whether the configured file storage is the right one. */
const LATEST = 100;

export interface LatestUploads {
  readonly asked: number;
  readonly missing: number;
}

/** Whether what was uploaded last is where files are kept; null: the place cannot be asked. */
export async function lookForLatestUploads(probe: DatabaseProbe, kept: Files): Promise<LatestUploads | null> {
  const keys = await probe.latestFileKeys(LATEST);
  try {
    const sizes = await Promise.all(keys.map((key) => kept.size(key)));
    return { asked: keys.length, missing: sizes.filter((size) => size === null).length };
  } catch (error) {
    if (isStorageUnavailable(error)) return null;
    throw error;
  }
}

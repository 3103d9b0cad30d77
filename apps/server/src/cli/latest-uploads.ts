import { Files, isStorageAway } from '@app/platform';
import type { DatabaseProbe } from './doctor/database-probe';

/** So many of the latest uploads are looked for: they show whether the place of the files is the right one. */
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
    if (isStorageAway(error)) return null;
    throw error;
  }
}

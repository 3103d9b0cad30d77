import { StorageIsUnavailable } from './errors';

/** Errors of a disk that is full, broken, read-only or not accessible, or of a lost share. */
const OF_THE_DISK = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ESTALE', 'EACCES', 'ENOTDIR']);

/** Whether the place of the files could not take or give their bytes: nothing is wrong with the file. */
export function isStorageUnavailable(error: unknown): boolean {
  if (error instanceof StorageIsUnavailable) return true;
  return error instanceof Error && OF_THE_DISK.has(String((error as NodeJS.ErrnoException).code));
}

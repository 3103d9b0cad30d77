import type { Config } from '../config/config';
import { DirectoryFiles } from './directory-files';
import type { Files } from './files';

/** The place of the files as the configuration names it. The client of S3 is loaded only where it is needed: it is large. */
export async function openFiles({
  objectStore,
  uploadsDirectory,
  maxUploadMib,
}: Pick<Config, 'objectStore' | 'uploadsDirectory' | 'maxUploadMib'>): Promise<Files> {
  if (!objectStore) return new DirectoryFiles({ uploadsDirectory });
  const [{ ObjectStore }, { ObjectStoreFiles }] = await Promise.all([
    import('./object-store'),
    import('./object-store-files'),
  ]);
  return new ObjectStoreFiles(new ObjectStore(objectStore), maxUploadMib);
}

import type { Config } from '../config/config';
import { UploadsDirectory, UploadsPlace } from './uploads';

/** Where the uploads of a server with this configuration are. The client of S3 is loaded only where it is needed. */
export async function openUploads({
  objectStore,
  uploadsDirectory,
  maxUploadMib,
}: Pick<Config, 'objectStore' | 'uploadsDirectory' | 'maxUploadMib'>): Promise<UploadsPlace> {
  if (!objectStore) return new UploadsDirectory(uploadsDirectory);
  const [{ ObjectStore }, { UploadsInStore }] = await Promise.all([
    import('../files/object-store'),
    import('./uploads-in-store'),
  ]);
  return new UploadsInStore(new ObjectStore(objectStore), maxUploadMib);
}

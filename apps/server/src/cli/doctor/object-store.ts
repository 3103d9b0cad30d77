import { Files, newFileKey, ObjectStorePlace, StorageIsUnavailable } from '@app/platform';
import { Finding, ok, problem } from './finding';

const ABOUT = 'uploads';
const NO_ORGANIZATION = 0;

/** Whether the object store takes, gives, lists and removes, tried with an object of our own. */
export async function examineObjectStore(place: ObjectStorePlace, files: Files): Promise<Finding> {
  const { bucket, endpoint, region } = place;
  const where = `the bucket ${bucket} at ${endpoint ?? `Amazon, ${region}`}`;
  const key = newFileKey('doctor', NO_ORGANIZATION);
  try {
    await files.write(key, Buffer.from('doctor'));
    const found = await files.load(key);
    const listed = [];
    for await (const { key: one } of files.list('doctor')) listed.push(one);
    await files.remove(key);
    if (found?.toString() === 'doctor' && listed.includes(key)) return ok(ABOUT, where);
    return problem(ABOUT, `${where} does not give back what it takes`, 'See that it is a store that speaks S3.');
  } catch (error) {
    if (!(error instanceof StorageIsUnavailable)) throw error;
    const advice =
      'See that the bucket is there, that PARLEY_S3_* name it rightly, and that the key may list, get, put and delete in it.';
    return problem(ABOUT, `${where}: ${error.word}`, advice);
  }
}

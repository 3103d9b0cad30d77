import type { ObjectStorePlace } from '../files/object-store';
import type { readerOf } from './environment';
import { onOff, webUrl } from './parsers';

/** Where files are kept when no directory keeps them. */
export interface ObjectStoreSettings {
  PARLEY_S3_BUCKET: string | null;
  PARLEY_S3_ENDPOINT: string | null;
  PARLEY_S3_REGION: string;
  PARLEY_S3_ACCESS_KEY_ID: string | null;
  PARLEY_S3_SECRET_ACCESS_KEY: string | null;
  PARLEY_S3_PREFIX: string;
  PARLEY_S3_PATH_STYLE: boolean | null;
}

export function readObjectStoreSettings({
  faults,
  value,
  text,
  checked,
}: ReturnType<typeof readerOf>): ObjectStoreSettings {
  const address = 'an http(s) address without a path, such as https://s3.example.org';
  const prefix = 'plain words separated by slashes, such as chat/files';
  const settings: ObjectStoreSettings = {
    PARLEY_S3_BUCKET: checked('PARLEY_S3_BUCKET', null, bucketName, 'the name of a bucket'),
    PARLEY_S3_ENDPOINT: checked('PARLEY_S3_ENDPOINT', null, webUrl, address),
    PARLEY_S3_REGION: text('PARLEY_S3_REGION', 'us-east-1'),
    PARLEY_S3_ACCESS_KEY_ID: value('PARLEY_S3_ACCESS_KEY_ID'),
    PARLEY_S3_SECRET_ACCESS_KEY: value('PARLEY_S3_SECRET_ACCESS_KEY'),
    PARLEY_S3_PREFIX: checked('PARLEY_S3_PREFIX', '', keyPrefix, prefix),
    PARLEY_S3_PATH_STYLE: checked<boolean | null>('PARLEY_S3_PATH_STYLE', null, onOff, 'on or off'),
  };
  const { PARLEY_S3_ACCESS_KEY_ID: id, PARLEY_S3_SECRET_ACCESS_KEY: secret } = settings;
  if ((id === null) !== (secret === null))
    faults.push('PARLEY_S3_ACCESS_KEY_ID and PARLEY_S3_SECRET_ACCESS_KEY go together: set both, or neither.');
  if (value('PARLEY_S3_BUCKET') === null && (settings.PARLEY_S3_ENDPOINT ?? id ?? secret) !== null)
    faults.push('PARLEY_S3_BUCKET is not set, and other settings of an object store are.');
  return settings;
}

/** null: files are kept in a directory. Stores that are not Amazon's mostly want the bucket in the path. */
export function objectStoreOf(settings: ObjectStoreSettings): ObjectStorePlace | null {
  const { PARLEY_S3_BUCKET: bucket, PARLEY_S3_ENDPOINT: endpoint } = settings;
  const { PARLEY_S3_ACCESS_KEY_ID: accessKeyId, PARLEY_S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (bucket === null) return null;
  return {
    bucket,
    endpoint,
    region: settings.PARLEY_S3_REGION,
    credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
    prefix: settings.PARLEY_S3_PREFIX,
    hasBucketInPath: settings.PARLEY_S3_PATH_STYLE ?? endpoint !== null,
  };
}

const bucketName = (text: string) => (/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(text) ? text : undefined);

/** With a slash at its end. */
const keyPrefix = (text: string) =>
  /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/.test(text)
    ? `${text.replace(/\/$/, '')}/`
    : undefined;

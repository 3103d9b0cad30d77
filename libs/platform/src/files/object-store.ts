import {
  GetObjectCommandOutput,
  HeadObjectCommandOutput,
  ListMultipartUploadsCommandOutput,
  ListObjectsV2CommandOutput,
  S3,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Readable } from 'node:stream';
import { StorageIsUnavailable } from './errors';

/** Where an object store is, and what we may do there by. */
export interface ObjectStorePlace {
  readonly bucket: string;
  /** null: Amazon's own of that region. */
  readonly endpoint: string | null;
  readonly region: string;
  /** null: those that the machine was given, by environment, file or role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** What all of our keys begin with; empty, or with a slash at its end. */
  readonly prefix: string;
  /** Whether the bucket is part of the path rather than of the host name. */
  readonly hasBucketInPath: boolean;
}

const CONNECT_MS = 5_000;
/** A reader that reads nothing for this time is disconnected too. */
const SILENCE_MS = 120_000;
/** A file that a client reads slowly holds a connection as long. */
const CONNECTIONS = 512;
const ATTEMPTS = 3;
const PARTS_AT_ONCE = 2;

/** One bucket, spoken to in the protocol of S3; what fails there is `StorageIsUnavailable`. Keys are without the prefix. */
export class ObjectStore {
  private readonly client: S3;

  constructor(readonly place: ObjectStorePlace) {
    const { endpoint, region, credentials, hasBucketInPath } = place;
    this.client = new S3({
      region,
      forcePathStyle: hasBucketInPath,
      maxAttempts: ATTEMPTS,
      // Stores that are not Amazon's often do not know the newer checksums; TLS and signatures see to the rest.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        httpAgent: { maxSockets: CONNECTIONS },
        httpsAgent: { maxSockets: CONNECTIONS },
      },
      ...(endpoint === null ? {} : { endpoint }),
      ...(credentials === null ? {} : { credentials }),
    });
  }

  /** Writes a whole object or nothing, in parts of that size at most. */
  async put(key: string, content: Readable, partBytes: number): Promise<void> {
    const params = { ...this.named(key), Body: content };
    const upload = new Upload({ client: this.client, params, partSize: partBytes, queueSize: PARTS_AT_ONCE });
    await this.ask(() => upload.done());
  }

  /** null: there is no such object. */
  get(key: string, range?: string): Promise<GetObjectCommandOutput | null> {
    return unlessAbsent(this.ask(() => this.client.getObject({ ...this.named(key), Range: range })));
  }

  /** null: there is no such object. */
  head(key: string): Promise<HeadObjectCommandOutput | null> {
    return unlessAbsent(this.ask(() => this.client.headObject(this.named(key))));
  }

  /** Also where there is none. */
  async remove(key: string): Promise<void> {
    await unlessAbsent(this.ask(() => this.client.deleteObject(this.named(key))));
  }

  /** All objects whose keys begin so, in the order of their keys. */
  async *list(beginning: string): AsyncGenerator<{ key: string; modifiedAt: Date }, void, void> {
    const { bucket, prefix } = this.place;
    let token: string | undefined;
    do {
      const asked = { Bucket: bucket, Prefix: prefix + beginning, ContinuationToken: token };
      const page: ListObjectsV2CommandOutput = await this.ask(() => this.client.listObjectsV2(asked));
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key.slice(prefix.length), modifiedAt: LastModified ?? new Date(0) };
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  /** Gives up uploads in parts that were begun before that time and have not come to their end. */
  async abortUploads(before: Date): Promise<void> {
    const { bucket, prefix } = this.place;
    let markers: { KeyMarker?: string; UploadIdMarker?: string } = {};
    let page: ListMultipartUploadsCommandOutput;
    do {
      const asked = { Bucket: bucket, Prefix: prefix, ...markers };
      page = await this.ask(() => this.client.listMultipartUploads(asked));
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Initiated && Initiated < before)
          await unlessAbsent(this.ask(() => this.client.abortMultipartUpload({ Bucket: bucket, Key, UploadId })));
      markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    } while (page.IsTruncated);
  }

  /** @throws StorageIsUnavailable where there is no such bucket, or not for us */
  async look(): Promise<void> {
    await this.ask(() => this.client.listObjectsV2({ Bucket: this.place.bucket, MaxKeys: 1 }));
  }

  close(): void {
    this.client.destroy();
  }

  private named(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.place.bucket, Key: this.place.prefix + key };
  }

  private async ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      throw new StorageIsUnavailable(wordFor(error), { cause: error });
    }
  }
}

/** The error word of the store or the network. Never a whole message, which may contain keys. */
function wordFor(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  if (code !== undefined) return code;
  if (name !== undefined && name !== 'Error') return name;
  return /\bE[A-Z]{3,}\b/.exec(message ?? '')?.[0] ?? 'unknown';
}

const ABSENT = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);

async function unlessAbsent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StorageIsUnavailable && ABSENT.has(error.word)) return null;
    throw error;
  }
}

import { DomainError } from '@app/kernel';
import type { Readable } from 'node:stream';

/** Bytes of a file, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file as a listing names it. */
export interface KeptFile {
  readonly key: string;
  readonly modifiedAt: Date;
}

/** An upload exceeds the limit for one file. */
export class FileIsTooLarge extends DomainError {
  constructor(limitMib: number) {
    super(`Uploaded file is larger than the allowed limit of ${limitMib} MiB`);
  }
}

/**
 * Where the bytes of uploaded files are kept: a directory that all nodes share, or an object store. Which files there are, whose they are and
 * who may read them is for the database to say: every file has a row that knows its key, written after the file. Keys are
 * made by us and hold nothing that a user has written: `newFileKey`.
 */
export abstract class Files {
  /**
   * Writes a whole file and makes it durable, or leaves nothing: a failure of the source fails this, too. An older file of
   * that key is replaced at once.
   * @throws whatever the source throws
   */
  abstract write(key: string, content: AsyncIterable<Uint8Array> | Uint8Array): Promise<{ size: number }>;

  /** The bytes, or those of the range; null: there is no such file. The caller must read or destroy the stream. */
  abstract read(key: string, range?: ByteRange): Promise<Readable | null>;

  /** The whole file, for small ones; null: there is none. */
  abstract load(key: string): Promise<Buffer | null>;

  /** Bytes; null: there is no such file. */
  abstract size(key: string): Promise<number | null>;

  /** Does some work with a path where a library may read the file, which is good as long as that work; null: there is none. */
  abstract withPath<T>(key: string, work: (path: string) => Promise<T>): Promise<T | null>;

  /** Also where there is none. */
  abstract remove(key: string): Promise<void>;

  /** Every file whose key begins with this word, in no particular order. */
  abstract list(kind: string): AsyncIterable<KeptFile>;

  /** Removes unfinished files that were begun before that time. */
  abstract sweep(before: Date): Promise<void>;
}

/** What a key may look like: a few plain words, so that it means the same in every file system and object store. */
export const FILE_KEY = /^[a-z][a-z-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*){1,6}$/;

/** @throws Error for what is no key of ours */
export function assertFileKey(key: string): void {
  if (!FILE_KEY.test(key)) throw new Error(`This is no key of a file: ${JSON.stringify(key)}`);
}

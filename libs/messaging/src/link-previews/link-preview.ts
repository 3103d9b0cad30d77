import type { LinkPreview } from '@app/markdown';
import { createHash } from 'node:crypto';

/** The stored preview of a linked page. */
export interface KnownPreview {
  readonly preview: LinkPreview;
  /** If false, the page should be fetched again. */
  readonly isFresh: boolean;
}

/** Longer addresses are never fetched. */
const LONGEST_URL = 2_000;

export const isAskable = (url: string): boolean => url.length <= LONGEST_URL && URL.canParse(url);

/** The key of a stored page. */
export const hashOfUrl = (url: string): Buffer => createHash('sha256').update(url).digest();

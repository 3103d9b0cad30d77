import type { LinkPreview } from '@app/markdown';
import { createHash } from 'node:crypto';

/** What is remembered of a linked page. */
export interface KnownPreview {
  readonly preview: LinkPreview;
  /** Else it is time to look at the page again. */
  readonly isFresh: boolean;
}

/** Longer addresses are never asked. */
const LONGEST_URL = 2_000;

export const isAskable = (url: string): boolean => url.length <= LONGEST_URL && URL.canParse(url);

/** Under which a page is remembered. */
export const hashOfUrl = (url: string): Buffer => createHash('sha256').update(url).digest();

import { LRUCache } from 'lru-cache';
import type { ExternalPicture } from './external-picture';

/** What an entry takes besides its picture. */
const ENTRY_BYTES = 1_024;

interface Entry {
  readonly picture: ExternalPicture | null;
  readonly expiresAt: number;
}

/** Pictures by address, within a number of bytes: those that were asked for longest ago go first. */
export class ExternalPictureCache {
  private readonly entries: LRUCache<string, Entry>;

  constructor(maxSize: number) {
    const sizeCalculation = ({ picture }: Entry, url: string) => (picture?.body.length ?? 0) + ENTRY_BYTES + url.length;
    this.entries = new LRUCache({ maxSize, sizeCalculation });
  }

  /** `null`: there was none a short time ago. `undefined`: nothing is known. @param now in seconds */
  find(url: string, now: number): ExternalPicture | null | undefined {
    const entry = this.entries.get(url);
    if (!entry || entry.expiresAt > now) return entry?.picture;
    this.entries.delete(url);
    return undefined;
  }

  /** @param expiresAt in seconds */
  keep(url: string, picture: ExternalPicture | null, expiresAt: number): void {
    this.entries.set(url, { picture, expiresAt });
  }
}

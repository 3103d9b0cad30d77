import type { ExternalPicture } from './external-picture';

/** What an entry takes besides its picture. */
const ENTRY_BYTES = 1_024;

interface Entry {
  readonly picture: ExternalPicture | null;
  readonly expiresAt: number;
  readonly bytes: number;
}

/** Pictures by address, within a number of bytes: those that were asked for longest ago go first. */
export class ExternalPictureCache {
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  constructor(private readonly mostBytes: number) {}

  /** `null`: there was none a short time ago. `undefined`: nothing is known. @param now in seconds */
  find(url: string, now: number): ExternalPicture | null | undefined {
    const entry = this.entries.get(url);
    if (!entry) return undefined;
    this.drop(url);
    if (entry.expiresAt <= now) return undefined;
    this.put(url, entry);
    return entry.picture;
  }

  /** @param expiresAt in seconds */
  keep(url: string, picture: ExternalPicture | null, expiresAt: number): void {
    this.drop(url);
    this.put(url, { picture, expiresAt, bytes: (picture?.body.length ?? 0) + ENTRY_BYTES + url.length });
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.mostBytes) return;
      this.drop(oldest);
    }
  }

  private put(url: string, entry: Entry): void {
    this.entries.set(url, entry);
    this.bytes += entry.bytes;
  }

  private drop(url: string): void {
    this.bytes -= this.entries.get(url)?.bytes ?? 0;
    this.entries.delete(url);
  }
}

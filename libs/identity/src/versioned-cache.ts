import type { OrganizationId } from '@app/kernel';
import { onPrimary } from '@app/platform';
import { LRUCache } from 'lru-cache';

interface Versioned {
  readonly version: number;
}

/** The limit of cached organizations. Beyond it, the one that was not used for the longest time is removed. */
const CAPACITY = 1_000;

/** One value for each organization. It serves requests that were authenticated at its version or an earlier one. */
export class VersionedCache<T extends Versioned & { readonly id: OrganizationId }> {
  private readonly values = new LRUCache<OrganizationId, T>({ max: CAPACITY });
  private readonly reads = new Map<OrganizationId, Promise<T>>();

  find(organizationId: OrganizationId, version: number): T | undefined {
    const value = this.values.get(organizationId);
    return value && value.version >= version ? value : undefined;
  }

  /**
   * The value at that version or a later one. Concurrent misses share one read.
   * @param read reads the committed state. It receives the older value, so that it can read only the changes since.
   */
  async obtain(
    organizationId: OrganizationId,
    version: number,
    read: (earlier: T | undefined) => Promise<T>,
  ): Promise<T> {
    const known = this.find(organizationId, version);
    if (known) return known;
    for (let reading = this.reads.get(organizationId); reading; reading = this.reads.get(organizationId)) {
      const value = await reading;
      // A read that began before the change may lack it.
      if (value.version >= version) return value;
    }
    const reading = onPrimary(() => read(this.values.get(organizationId)))
      .then((value) => this.keep(value))
      .finally(() => this.reads.delete(organizationId));
    this.reads.set(organizationId, reading);
    return reading;
  }

  keep(value: T): T {
    const known = this.values.get(value.id);
    if (known && known.version > value.version) return value;
    this.values.set(value.id, value);
    return value;
  }
}

import type { OrganizationId } from '@app/kernel';
import { VersionedCache } from './versioned-cache';

const value = (id: number, version: number) => ({ id: id as OrganizationId, version });

describe('VersionedCache', () => {
  it('serves its own version and earlier ones, but no later one', () => {
    const cache = new VersionedCache<ReturnType<typeof value>>();
    const kept = cache.keep(value(1, 5));
    expect(cache.find(kept.id, 5)).toBe(kept);
    expect(cache.find(kept.id, 4)).toBe(kept);
    expect(cache.find(kept.id, 6)).toBeUndefined();
    expect(cache.find(2 as OrganizationId, 1)).toBeUndefined();
  });

  it('does not replace a value by an older one that arrives later', () => {
    const cache = new VersionedCache<ReturnType<typeof value>>();
    const newer = cache.keep(value(1, 6));
    const older = value(1, 5);
    expect(cache.keep(older)).toBe(older);
    expect(cache.find(newer.id, 6)).toBe(newer);
  });

  it('removes the organization that was not used for the longest time', () => {
    const cache = new VersionedCache<ReturnType<typeof value>>();
    for (let id = 1; id <= 1_000; id++) cache.keep(value(id, 1));
    cache.find(1 as OrganizationId, 1);
    cache.keep(value(1_001, 1));
    expect(cache.find(2 as OrganizationId, 1)).toBeUndefined();
    expect(cache.find(1 as OrganizationId, 1)).toEqual(value(1, 1));
  });

  it('reads once for concurrent misses, and again if the read began too early', async () => {
    const cache = new VersionedCache<ReturnType<typeof value>>();
    const earlier: unknown[] = [];
    const versions = [5, 6];
    const read = (known: unknown) => {
      earlier.push(known);
      return Promise.resolve(value(1, versions.shift()!));
    };
    const wanted = [5, 5, 6, 6].map((version) => cache.obtain(1 as OrganizationId, version, read));
    expect((await Promise.all(wanted)).map(({ version }) => version)).toEqual([5, 5, 6, 6]);
    expect(earlier).toEqual([undefined, value(1, 5)]);
  });

  it('reads again after a failed read', async () => {
    const cache = new VersionedCache<ReturnType<typeof value>>();
    await expect(cache.obtain(1 as OrganizationId, 1, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await cache.obtain(1 as OrganizationId, 1, () => Promise.resolve(value(1, 1)))).toEqual(value(1, 1));
  });
});

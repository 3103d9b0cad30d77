import type { OrganizationId } from '@app/kernel';
import { VersionedCache } from './versioned-cache';

const value = (id: number, version: number) => ({ id: id as OrganizationId, version });

describe('what is remembered of organizations', () => {
  it('is good for its own version and earlier ones, and no later one', () => {
    const cache = new VersionedCache<ReturnType<typeof value>>();
    const kept = cache.keep(value(1, 5));
    expect(cache.find(kept.id, 5)).toBe(kept);
    expect(cache.find(kept.id, 4)).toBe(kept);
    expect(cache.find(kept.id, 6)).toBeUndefined();
    expect(cache.find(2 as OrganizationId, 1)).toBeUndefined();
  });

  it('is not replaced by what was read earlier and arrives later', () => {
    const cache = new VersionedCache<ReturnType<typeof value>>();
    const newer = cache.keep(value(1, 6));
    const older = value(1, 5);
    expect(cache.keep(older)).toBe(older);
    expect(cache.find(newer.id, 6)).toBe(newer);
  });

  it('is forgotten first where it has not been asked for longest', () => {
    const cache = new VersionedCache<ReturnType<typeof value>>();
    for (let id = 1; id <= 1_000; id++) cache.keep(value(id, 1));
    cache.find(1 as OrganizationId, 1);
    cache.keep(value(1_001, 1));
    expect(cache.find(2 as OrganizationId, 1)).toBeUndefined();
    expect(cache.find(1 as OrganizationId, 1)).toEqual(value(1, 1));
  });

  it('is read once for all who miss it at the same time, and again where the reading began too early', async () => {
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

  it('is read again after a reading that failed', async () => {
    const cache = new VersionedCache<ReturnType<typeof value>>();
    await expect(cache.obtain(1 as OrganizationId, 1, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await cache.obtain(1 as OrganizationId, 1, () => Promise.resolve(value(1, 1)))).toEqual(value(1, 1));
  });
});

import { ExternalPictureCache } from './external-picture-cache';

const picture = (bytes: number) => ({ contentType: 'image/png', body: Buffer.alloc(bytes) });

describe('ExternalPictureCache', () => {
  it('knows what it keeps until that expires, and that there is none', () => {
    const cache = new ExternalPictureCache(100_000);
    const one = picture(10);
    cache.keep('a', one, 100);
    cache.keep('b', null, 50);
    expect([cache.find('a', 99), cache.find('b', 49), cache.find('c', 0)]).toEqual([one, null, undefined]);
    expect([cache.find('a', 100), cache.find('b', 50)]).toEqual([undefined, undefined]);
  });

  it('drops what was asked for longest ago when there is too much', () => {
    const cache = new ExternalPictureCache(100_000);
    cache.keep('a', picture(40_000), 10);
    cache.keep('b', picture(40_000), 10);
    cache.find('a', 0);
    cache.keep('c', picture(40_000), 10);
    expect(['a', 'b', 'c'].map((url) => cache.find(url, 0) !== undefined)).toEqual([true, false, true]);
  });

  it('bounds what is absent, too', () => {
    const cache = new ExternalPictureCache(100_000);
    for (let at = 0; at < 1_000; at++) cache.keep(`${at}`, null, 10);
    const known = Array.from({ length: 1_000 }, (_, at) => cache.find(`${at}`, 0)).filter((one) => one === null);
    expect(known.length).toBeGreaterThan(50);
    expect(known.length).toBeLessThan(100);
  });
});

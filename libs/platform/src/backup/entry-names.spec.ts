import * as fc from 'fast-check';
import { join } from 'node:path';
import { entryName, parseEntryName, isPathInside } from './entry-names';

describe('the name of an entry', () => {
  it.each([
    '',
    '/',
    '/etc/passwd',
    '..',
    '../x',
    'a/../../x',
    'a/..',
    '.',
    './a',
    'a/./b',
    'a//b',
    'a/',
    'a\\..\\b',
    'a\0b',
    'a\uFFFDb',
  ])('is refused for the upload %j', (path) => {
    expect(parseEntryName(`uploads/${path}`)).toBeNull();
  });

  it('never leads out of the directory, for any archive', () => {
    const segment = fc.constantFrom('..', '.', '', 'a', '...', '..a', '~', '%2e%2e', '\\..', '\0', '/');
    const path = fc.array(segment, { maxLength: 6 }).map((segments) => segments.join('/'));
    fc.assert(
      fc.property(fc.oneof(path, fc.string()), (hostile) => {
        fc.pre(isPathInside(hostile));
        expect(join('/uploads', hostile)).toBe(`/uploads/${hostile}`);
      }),
    );
  });

  it.each([
    'tables/../000001',
    'tables/a.b/000001',
    'tables/message/1',
    'tables/message',
    'secret-key/x',
    'constructor',
  ])('is refused when it is %s', (name) => {
    expect(parseEntryName(name)).toBeNull();
  });

  it('is read as it was written', () => {
    const table = fc.record({
      kind: fc.constant('table' as const),
      table: fc.stringMatching(/^[a-z_][a-z0-9_]{0,20}$/),
      piece: fc.integer({ min: 1, max: 10_000_000 }),
    });
    const upload = fc.record({ kind: fc.constant('upload' as const), path: fc.string().filter(isPathInside) });
    const fixed = fc.constantFrom(...(['format', 'secret', 'manifest', 'checksum'] as const)).map((kind) => ({ kind }));
    fc.assert(
      fc.property(fc.oneof(table, upload, fixed), (entry) => expect(parseEntryName(entryName(entry))).toEqual(entry)),
    );
  });
});

import * as fc from 'fast-check';
import { FORMAT, Manifest, parseManifest } from './manifest';

const MANIFEST: Manifest = {
  format: FORMAT,
  schema: ['First1763700000000'],
  createdAt: '2026-01-01T00:00:00.000Z',
  postgresVersion: '18.4',
  tables: [{ name: 'message', columns: ['id'], rows: 2, bytes: 4, sha256: 'abc' }],
  sequences: [
    { name: 'message_id_seq', last: '9223372036854775807' },
    { name: 'channel_id_seq', last: null },
  ],
  uploads: { files: 0, bytes: 0, sha256: 'def' },
  secret: { sha256: 'ghi' },
};

describe('a manifest', () => {
  it('is read as it was written', () => {
    expect(parseManifest(JSON.stringify(MANIFEST))).toEqual(MANIFEST);
  });

  it.each(Object.keys(MANIFEST))('is rejected without %s', (field) => {
    expect(parseManifest(JSON.stringify({ ...MANIFEST, [field]: undefined }))).toBeNull();
  });

  it.each([
    { tables: [{ ...MANIFEST.tables[0], rows: -1 }] },
    { tables: [{ ...MANIFEST.tables[0], columns: 'id' }] },
    { sequences: [{ name: 'message_id_seq', last: '1); DROP TABLE message' }] },
    { sequences: [{ name: 'message_id_seq', last: 5 }] },
    { schema: [1] },
    { uploads: null },
  ])('is rejected with %j', (fault) => {
    expect(parseManifest(JSON.stringify({ ...MANIFEST, ...fault }))).toBeNull();
  });

  it('is rejected when it is any other text', () => {
    fc.assert(fc.property(fc.oneof(fc.json(), fc.string()), (text) => expect(parseManifest(text)).toBeNull()));
  });
});

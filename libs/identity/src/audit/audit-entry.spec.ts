import type { OrganizationId, UserId } from '@app/kernel';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import {
  AuditedChange,
  AuditEntry,
  BEGINNING,
  brokenEnd,
  canonicalJson,
  ChainEnd,
  continueChain,
  Facts,
  hashOfEntry,
  walkChain,
} from './audit-entry';

const ORGANIZATION = 3 as OrganizationId;
const AT = 1_763_800_000_123;

const change = (more: Partial<AuditedChange> = {}): AuditedChange => ({
  organizationId: ORGANIZATION,
  actorId: 7 as UserId,
  client: 'ParleyTest',
  address: '127.0.0.1',
  action: 'changed',
  objectType: 'user',
  objectId: 9,
  before: { role: 400 },
  after: { role: 200 },
  ...more,
});

/** A copy with all keys in reverse order, at every depth. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, turned(one)]),
  );
}

const facts = fc.option(fc.dictionary(fc.string(), fc.jsonValue()), { nil: null }) as fc.Arbitrary<Facts | null>;
const anyChange: fc.Arbitrary<AuditedChange> = fc.record({
  organizationId: fc.constant(ORGANIZATION),
  actorId: fc.option(fc.nat(), { nil: null }) as fc.Arbitrary<UserId | null>,
  client: fc.option(fc.string(), { nil: null }),
  address: fc.option(fc.ipV4(), { nil: null }),
  action: fc.constantFrom('created', 'changed', 'deleted'),
  objectType: fc.constantFrom('user', 'channel'),
  objectId: fc.option(fc.nat(), { nil: null }),
  before: facts,
  after: facts,
});
const chains = fc
  .array(fc.array(anyChange, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
  .map((transactions) => {
    const entries: AuditEntry[] = [];
    transactions.forEach((changes, at) => entries.push(...continueChain(endOf(entries), AT + at, changes)));
    return entries;
  });

const endOf = (entries: readonly AuditEntry[]): ChainEnd => entries.at(-1) ?? BEGINNING;

/** The fields that the hash covers, as comparable text. */
const said = (entry: AuditEntry): string => canonicalJson({ ...entry, hash: entry.hash.toString('hex') });

describe('an entry of the audit log', () => {
  it('is hashed over the previous hash and all its fields, in a stable form', () => {
    const [entry] = continueChain(BEGINNING, AT, [change()]);
    expect(entry.hash.toString('hex')).toBe('adbc07d99cc61fe5b9ddaadfd372e0b03839a5e946c49318efe251e71425e4ef');
  });

  it('has one form for every order of keys', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => canonicalJson(turned(value)) === canonicalJson(value)));
  });

  it('has the form of plain JSON, so that different values differ', () => {
    const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isDeepStrictEqual(JSON.parse(canonicalJson(asJson(value))), asJson(value))).toBe(true);
      }),
    );
  });

  it('keeps facts as a database returns them', () => {
    const [entry] = continueChain(BEGINNING, AT, [change({ after: { gone: undefined, when: new Date(0), zero: -0 } })]);
    expect(entry.after).toEqual({ when: '1970-01-01T00:00:00.000Z', zero: 0 });
    expect(hashOfEntry(BEGINNING.hash, entry)).toEqual(entry.hash);
  });
});

describe('a chain of entries', () => {
  it('continues from its end, and follows from its beginning', () => {
    fc.assert(
      fc.property(chains, (entries) => {
        expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => index + 1));
        expect(walkChain(BEGINNING, entries).broken).toBeNull();
        expect(brokenEnd(endOf(entries), endOf(entries))).toBeNull();
      }),
    );
  });

  it('can be verified in pages', () => {
    fc.assert(
      fc.property(chains, fc.nat(12), (entries, cut) => {
        const [first, second] = [entries.slice(0, cut), entries.slice(cut)];
        expect(walkChain(BEGINNING, first).broken).toBeNull();
        expect(walkChain(endOf(first), second).broken).toBeNull();
      }),
    );
  });

  it('breaks at the first changed entry', () => {
    fc.assert(
      fc.property(chains, fc.nat(), anyChange, fc.constantFrom(0, 1), (entries, which, other, later) => {
        const index = which % entries.length;
        const forged = { ...entries[index], ...other, at: entries[index].at + later };
        fc.pre(said(forged) !== said(entries[index]));
        const { end, broken } = walkChain(BEGINNING, entries.with(index, forged));
        expect([end.sequence, broken?.sequence]).toEqual([index, index + 1]);
      }),
    );
  });

  it('breaks after an entry whose hash was recomputed', () => {
    const entries = continueChain(BEGINNING, AT, [change(), change({ objectId: 1 }), change({ objectId: 2 })]);
    const forged = { ...entries[1], objectId: 5 };
    forged.hash = hashOfEntry(entries[0].hash, forged);
    expect(walkChain(BEGINNING, entries.with(1, forged)).broken?.sequence).toBe(3);
  });

  it('breaks where an entry was removed or inserted', () => {
    const entries = continueChain(BEGINNING, AT, [change(), change(), change()]);
    expect(walkChain(BEGINNING, entries.toSpliced(1, 1)).broken).toEqual({ sequence: 2, fault: 'is missing' });
    expect(walkChain(BEGINNING, entries.toSpliced(1, 0, entries[0])).broken?.sequence).toBe(1);
    expect(walkChain(BEGINNING, entries.toSpliced(0, 0, { ...entries[0], sequence: -4 })).broken?.sequence).toBe(-4);
  });

  it('breaks between two organizations', () => {
    const entries = continueChain(BEGINNING, AT, [change()]);
    const moved = { ...entries[0], organizationId: 4 as OrganizationId };
    expect(walkChain(BEGINNING, [moved]).broken?.sequence).toBe(1);
  });

  it('breaks if it is shorter or longer than noted, or has another end', () => {
    const entries = continueChain(BEGINNING, AT, [change(), change()]);
    expect(brokenEnd(entries[0], entries[1])).toEqual({ sequence: 2, fault: 'is missing' });
    expect(brokenEnd(entries[1], entries[0])?.sequence).toBe(2);
    expect(brokenEnd(entries[1], { ...entries[1], hash: entries[0].hash })?.sequence).toBe(2);
    expect(brokenEnd(BEGINNING, BEGINNING)).toBeNull();
  });
});

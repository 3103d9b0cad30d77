import fc from 'fast-check';
import { AnchorIsInvalid, AnchorMayNotBeExcluded, TooManyMessagesRequested } from '../errors';
import { assemble, assertWindow, NEWEST, parseAnchor, partsOf, wholePage } from './page-window';

describe('an anchor', () => {
  it.each([
    ['newest', NEWEST],
    ['oldest', 0],
    ['first_unread', 'first_unread'],
    ['17', 17],
    ['-17', 0],
    ['10000000000000001', NEWEST],
    ['9'.repeat(100), NEWEST],
  ])('%s is %s', (written, anchor) => {
    expect(parseAnchor(written)).toBe(anchor);
  });

  it.each(['', ' 5', '5.0', '1e3', 'NaN', 'null', '٣'])('refuses %j', (written) => {
    expect(() => parseAnchor(written)).toThrow(AnchorIsInvalid);
  });
});

describe('a page beyond its budget', () => {
  const ids = (...all: number[]) => all.map((id) => ({ id }));

  it('has not found the end, whatever lies beyond the budget', () => {
    const window = { anchor: 5, before: 10, after: 10, includeAnchor: true };
    const read = { messages: ids(4, 5, 6), olderCount: 3, newerCount: 2 };
    expect(assemble(window, read)).toMatchObject({ foundAnchor: true, foundOldest: false, foundNewest: false });
  });

  it('has found the end on the side where nothing was cut off', () => {
    const window = { anchor: 5, before: 10, after: 1, includeAnchor: true };
    const read = { messages: ids(3, 4, 6, 7), olderCount: 2, newerCount: 3 };
    const { messages, ...found } = assemble(window, read);
    expect(messages.map(({ id }) => id)).toEqual([3, 4, 6]);
    expect(found).toMatchObject({ foundOldest: true, foundNewest: false });
  });
});

describe('a window', () => {
  it('excludes its anchor only at an end', () => {
    expect(() => assertWindow({ includeAnchor: false, before: 1, after: 1 })).toThrow(AnchorMayNotBeExcluded);
    expect(() => assertWindow({ includeAnchor: false, before: 1, after: 0 })).not.toThrow();
  });

  it('has a limit', () => {
    expect(() => assertWindow({ includeAnchor: true, before: 2500, after: 2500 })).not.toThrow();
    expect(() => assertWindow({ includeAnchor: true, before: 2500, after: 2501 })).toThrow(TooManyMessagesRequested);
  });

  it('contains the messages around its anchor', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 })).map((some) => some.sort((a, b) => a - b));
    const anchors = fc.oneof(fc.integer({ min: 0, max: 31 }), fc.constant(NEWEST));
    const count = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(ids, anchors, count, count, fc.boolean(), (all, anchor, before, after, includeAnchor) => {
        const window = { anchor, before, after, includeAnchor: includeAnchor || (before > 0 && after > 0) };
        const read = new Set<number>();
        for (const part of partsOf(window)) {
          const some =
            'below' in part
              ? all.filter((id) => id < part.below).slice(-part.count)
              : all.filter((id) => id >= part.from).slice(0, part.count);
          some.forEach((id) => read.add(id));
        }
        const found = assemble(
          window,
          wholePage(
            anchor,
            [...read].sort((a, b) => a - b).map((id) => ({ id })),
          ),
        );
        const older = before === 0 ? [] : all.filter((id) => id < anchor).slice(-before);
        const newer = all.filter((id) => id > anchor).slice(0, after);
        const own = all.filter((id) => id === anchor && window.includeAnchor);
        expect(found.messages.map(({ id }) => id)).toEqual([...older, ...own, ...newer]);
        expect(found.foundAnchor).toBe(own.length > 0);
        if (found.foundOldest && anchor > 0) expect(older.length).toBeLessThan(before);
        if (found.foundNewest && anchor < NEWEST) expect(newer.length).toBeLessThan(after);
      }),
    );
  });
});

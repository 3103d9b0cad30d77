import fc from 'fast-check';
import { changedContents } from './group-contents';

const complaints = {
  isThereAlready: (id: number) => new Error(`${id} is there`),
  isNotThere: (id: number) => new Error(`${id} is not there`),
};

describe('changed contents of a group', () => {
  it('contain each addition once, lack removals, and are in order', () => {
    expect(changedContents([3, 9], [7, 1, 7], [9, 9], complaints)).toEqual({
      ids: [1, 3, 7],
      added: [1, 7],
      removed: [9],
    });
  });

  it('are computed with additions before removals', () => {
    expect(changedContents<number>([], [5], [5], complaints)).toEqual({ ids: [], added: [5], removed: [5] });
  });

  it('are refused if they add what is there or remove what is absent', () => {
    expect(() => changedContents([5], [4, 5], [], complaints)).toThrow('5 is there');
    expect(() => changedContents([5], [], [5, 6], complaints)).toThrow('6 is not there');
  });

  it('equal those of a set after any permitted change', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 20 }));
    fc.assert(
      fc.property(ids, ids, ids, (present, wanted, unwanted) => {
        const add = wanted.filter((id) => !present.includes(id));
        const remove = unwanted.filter((id) => present.includes(id));
        const expected = [...present, ...add].filter((id) => !remove.includes(id)).sort((a, b) => a - b);
        expect(changedContents(present, add, remove, complaints).ids).toEqual(expected);
      }),
    );
  });
});

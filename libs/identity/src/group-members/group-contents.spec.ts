import fc from 'fast-check';
import { changedContents } from './group-contents';

const complaints = {
  isThereAlready: (id: number) => new Error(`${id} is there`),
  isNotThere: (id: number) => new Error(`${id} is not there`),
};

describe('what is in a group', () => {
  it('takes additions and removals, each once, and stays in order', () => {
    expect(changedContents([3, 9], [7, 1, 7], [9, 9], complaints)).toEqual({
      ids: [1, 3, 7],
      added: [1, 7],
      removed: [9],
    });
  });

  it('adds before it removes', () => {
    expect(changedContents<number>([], [5], [5], complaints)).toEqual({ ids: [], added: [5], removed: [5] });
  });

  it('refuses to add what is there, and to remove what is not', () => {
    expect(() => changedContents([5], [4, 5], [], complaints)).toThrow('5 is there');
    expect(() => changedContents([5], [], [5, 6], complaints)).toThrow('6 is not there');
  });

  it('is, after any allowed change, what a set would be', () => {
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

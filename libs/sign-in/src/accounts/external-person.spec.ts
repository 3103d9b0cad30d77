import { groupsIn, highestRole } from './external-person';

describe('The groups of a claim', () => {
  it.each([
    ['a list of names', ['a', 'b', 'a'], ['a', 'b']],
    ['one name', 'staff', ['staff']],
    ['an empty list', [], []],
    ['10,000 names', Array(10_000).fill('a'), ['a']],
    ['nothing', undefined, null],
    ['a number', 7, null],
    ['an object', { groups: ['a'] }, null],
    ['a list with an object', ['a', { name: 'b' }], null],
    ['a list of lists', [['a']], null],
    ['an empty name', ['a', ''], null],
    ['a name of 10 kB', ['x'.repeat(10_000)], null],
    ['more than 10,000 names', Array(10_001).fill('a'), null],
  ])('that is %s', (_, claim, expected) => expect(groupsIn(claim)).toEqual(expected));
});

describe('The strongest role', () => {
  it('is the one with the smallest number, of those that are given', () => {
    expect(highestRole([400, null, 300, 600])).toBe(300);
    expect(highestRole([null])).toBeNull();
  });
});

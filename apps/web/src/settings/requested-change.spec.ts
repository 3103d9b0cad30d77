import { wasReplaced } from './requested-change';

const asIs = (stored: unknown) => stored;

describe('a requested change', () => {
  it.each([
    ['before the server has stored it', 'b', 'a', 'a'],
    ['as the user wrote it', 'b', 'a', 'b'],
    ['as a trimmed text', ' b ', 'a', 'b'],
    ['as a sorted list', [3, 2], [], [2, 3]],
    ['as the only group of a set', { direct_members: [], direct_subgroups: [4] }, 1, 4],
    [
      'as a sorted set',
      { direct_members: [9, 8], direct_subgroups: [] },
      1,
      { direct_members: [8, 9], direct_subgroups: [] },
    ],
    ['as an object in another order', { a: 1, b: 2 }, {}, { b: 2, a: 1 }],
  ])('stands %s', (_how, value, instead, stored) => {
    expect(wasReplaced({ value, instead }, stored, asIs)).toBe(false);
  });

  it.each([
    ['text', 'b', 'a', 'c'],
    ['number', 2, 1, 3],
    ['set', { direct_members: [8], direct_subgroups: [] }, 1, { direct_members: [9], direct_subgroups: [] }],
  ])('was replaced by another %s', (_what, value, instead, stored) => {
    expect(wasReplaced({ value, instead }, stored, asIs)).toBe(true);
  });

  it('is compared in the form in which the server is told', () => {
    const requestFor = (stored: unknown) => stored ?? 'unlimited';
    expect(wasReplaced({ value: 'unlimited', instead: 5 }, null, requestFor)).toBe(false);
    expect(wasReplaced({ value: 'unlimited', instead: 5 }, 7, requestFor)).toBe(true);
  });
});

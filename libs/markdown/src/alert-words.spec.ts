import { ALERT_WORD_START, alertWordIndex, alertWordStarts, findAlertWords } from './alert-words';

const index = alertWordIndex([
  { userId: 1, word: 'rye' },
  { userId: 2, word: 'Rye Bread' },
  { userId: 3, word: 'c++' },
  { userId: 4, word: '@rosa' },
  { userId: 5, word: 'café' },
  { userId: 6, word: 'rye' },
  { userId: 7, word: '🥖' },
  { userId: 8, word: '  ' },
]);
const found = (text: string): number[] => [...findAlertWords(text, index)].sort();

describe('alert words', () => {
  it.each([
    ['a word', 'the rye is hot', [1, 6]],
    ['in any case', 'RYE', [1, 6]],
    ['a phrase, and its beginning', 'good rye bread', [1, 2, 6]],
    ['between punctuation', '"rye", (rye)!', [1, 6]],
    ['in code', '```\nrye\n``` `rye`', [1, 6]],
    ['in styles', '**rye** ~~rye~~', [1, 6]],
    ['signs', 'C++ and @Rosa', [3, 4]],
    ['letters with marks', 'CAFÉ', [5]],
    ['emoji', 'hot🥖', []],
    ['emoji on their own', 'hot 🥖', [7]],
    ['not in words', 'ryeish prerye rye2 rye_ éryeé', []],
    ['nothing', '', []],
  ])('%s', (_name, text, users) => expect(found(text)).toEqual(users));

  it('find no user without alert words', () => expect(findAlertWords('rye', alertWordIndex([]))).toEqual(new Set()));
});

describe('starts of alert words', () => {
  it.each([
    ['rye', 'the rye is hot'],
    ['rye bread', 'good Rye Bread'],
    ['c++', 'C++'],
    ['@rosa', 'ask @Rosa.'],
    ['café', 'CAFÉ!'],
    ['🥖', 'hot 🥖'],
    ['++', '++'],
    ['a very long word', 'with a Very long word in it'],
    ['🥖🥖🥖🥖🥖🥖🥖🥖🥖', '🥖🥖🥖🥖🥖🥖🥖🥖🥖'],
  ])('of %s are among those of a text that has it: %s', (word, text) => {
    expect(findAlertWords(text, alertWordIndex([{ userId: 1, word }])).size).toBe(1);
    expect(alertWordStarts(text)).toContain([...word].slice(0, ALERT_WORD_START).join(''));
  });

  it('are few in a usual text', () => expect(alertWordStarts('the rye is hot, and so is bread').size).toBeLessThan(24));
});

import * as fc from 'fast-check';
import { cpuMsOf } from '../../../../test/support/cpu-time';
import { MAX_PHRASES, MAX_WORDS, queryOf, searchTerms, wordsIn } from './search-words';

const words = (text: string) => Array.from(wordsIn(text), ({ word }) => word);

describe('wordsIn', () => {
  it.each([
    ['Deploying main.ts, again!', ['deploying', 'main', 'ts', 'again']],
    ['snake_case and path/to/file-name', ['snake', 'case', 'and', 'path', 'to', 'file', 'name']],
    ['ÉCOLE Straße', ['école', 'straße']],
    ['e\u0301cole ＡＢＣ ﬁn', ['école', 'abc', 'fin']],
    ['東京タワーへ', ['東', '京', 'タ', 'ワ', 'ー', 'へ']],
    ['v2 of 東京', ['v2', 'of', '東', '京']],
    ['✔️ 👍 -> C++', ['c']],
    ['', []],
  ])('reads %j', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('returns the position of each word', () => {
    expect([...wordsIn('a 東京')]).toEqual([
      { word: 'a', start: 0, end: 1 },
      { word: '東', start: 2, end: 3 },
      { word: '京', start: 3, end: 4 },
    ]);
  });

  it('finds the words of any text, at ascending positions', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        let last = 0;
        for (const { start, end, word } of wordsIn(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(word).not.toBe('');
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('searchTerms', () => {
  it('reads text in double quotes as a phrase', () => {
    expect(searchTerms('red "Blue  Sky" main.ts "')).toEqual([
      { words: ['red'], phrase: null },
      { words: ['blue', 'sky'], phrase: 'Blue  Sky' },
      { words: ['main', 'ts'], phrase: null },
    ]);
  });

  it('accepts a phrase without any word', () => {
    expect(searchTerms('" -> " " "')).toEqual([{ words: [], phrase: '->' }]);
  });

  it('limits the number of words', () => {
    const terms = searchTerms(`${'"a b" '.repeat(50)}${'word '.repeat(10_000)}`);
    expect(terms.filter(({ phrase }) => phrase !== null)).toHaveLength(MAX_PHRASES);
    expect(terms.flatMap((term) => term.words)).toHaveLength(MAX_WORDS);
  });

  it('takes linear time', async () => {
    const took = await cpuMsOf(() => {
      for (const part of ['"', '" ', '"a', 'a"', '\u0301', '東', "'", '<', '\\']) searchTerms(part.repeat(50_000));
    });
    expect(took).toBeLessThan(3_000);
  });
});

describe('queryOf', () => {
  const lexemesOf = (word: string) => (['the', 'of'].includes(word) ? [] : [word.replace(/ing$/, '')]);
  const query = (written: string) => queryOf(searchTerms(written), lexemesOf);

  it.each([
    ['running fast', "'runn' & 'fast'"],
    ['the', null],
    ['the cat', "'cat'"],
    ['"the cat of rome"', "'cat' & 'rome'"],
    ['cat/of/rome', "('cat' <2> 'rome')"],
    ['the/main.ts', "('main' <1> 'ts')"],
    ['cat cat', "'cat'"],
  ])('turns %j into the query %j', (written, expected) => {
    expect(query(written)).toBe(expected);
  });

  it('escapes quotes in words', () => {
    expect(queryOf([{ words: ["o'\\"], phrase: null }], (word) => [word])).toBe("'o''\\\\'");
  });
});

import { languageOf } from './language';

describe('languageOf', () => {
  it.each([
    ['de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['en-US,en;q=0.9,de;q=0.8', 'en'],
    ['fr, de;q=0.5, en;q=0.4', 'de'],
    ['en;q=0.3, DE-AT ; q=0.7', 'de'],
    ['de;q=0, en;q=0.1', 'en'],
    ['fr', 'en'],
    ['*', 'en'],
    [';;q=,', 'en'],
    [undefined, 'en'],
  ])('takes the first of ours that %p wants', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});

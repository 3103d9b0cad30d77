import { best, rankOf, soughtAt } from './completion';

describe('the text before the cursor', () => {
  it.each([
    ['Hello @an', { kind: 'mention', from: 6, query: 'an', isSilent: false }],
    ['@_**Bo Ex', { kind: 'mention', from: 0, query: 'Bo Ex', isSilent: true }],
    ['(@', { kind: 'mention', from: 1, query: '', isSilent: false }],
    ['see #pl', { kind: 'channel', from: 4, query: 'pl' }],
    ['#**plans>lun', { kind: 'topic', from: 0, query: 'lun', channel: 'plans' }],
    ['well :tad', { kind: 'emoji', from: 5, query: 'tad' }],
    ['see #12 and :tad', { kind: 'emoji', from: 12, query: 'tad' }],
    ['@Ana :tad', { kind: 'emoji', from: 5, query: 'tad' }],
    ['@Ana in #pl', { kind: 'channel', from: 8, query: 'pl' }],
    ['code:\n```py', { kind: 'language', from: 9, query: 'py', fence: '```' }],
    ['```', { kind: 'language', from: 3, query: '', fence: '```' }],
    ['at <time', { kind: 'time', from: 3, query: '' }],
    ['/po', { kind: 'command', from: 0, query: 'po' }],
  ])('is a completion in %j', (before, sought) => expect(soughtAt(before)).toEqual(sought));

  it.each([
    'mail ana@example',
    'a time of 12:30',
    '# Heading',
    ':D',
    '@**Ana** is',
    'no /me',
    '#**plans>lunch** is',
    '',
  ])('is no completion in %j', (before) => expect(soughtAt(before)).toBeNull());
});

describe('the rank of a name', () => {
  it('prefers beginnings, then words, then any part', () => {
    const names = ['Joana', 'Maria Anders', 'Änne', 'An', 'Bo'];
    expect(best(names, 'an', (name) => name, 9)).toEqual(['An', 'Änne', 'Maria Anders', 'Joana']);
    expect(best(names, '', (name) => name, 2)).toEqual(['Joana', 'Maria Anders']);
  });

  it('ignores case and marks', () => {
    expect(rankOf('ÉLODIE', 'élo')).toBe(1);
    expect(rankOf('Elodie', 'x')).toBeNull();
  });
});

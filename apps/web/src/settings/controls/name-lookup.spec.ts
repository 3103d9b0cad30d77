import { labelled, lookUp } from './name-lookup';

const SAME = [
  { key: 'u1', name: 'Ana Example', address: 'ana@one.example' },
  { key: 'u2', name: 'ana example', address: 'ana@two.example' },
];
const ALL = labelled([
  ...SAME,
  { key: 'u3', name: 'Bo, Jr.', address: 'bo@one.example' },
  { key: 'g1', name: 'cooks' },
]);

const keysOf = (text: string): readonly string[] | string => {
  const answer = lookUp(text, ALL);
  return 'found' in answer ? answer.found.map(({ key }) => key) : `${answer.problem}: ${answer.text}`;
};

describe('names of people and groups', () => {
  it('adds the address where several people have the name', () => {
    expect(ALL.map(({ label }) => label)).toEqual([
      'Ana Example <ana@one.example>',
      'ana example <ana@two.example>',
      'Bo, Jr.',
      'cooks',
    ]);
  });

  it.each([
    ['a unique name in any case', ' COOKS ', ['g1']],
    ['a name with a comma', 'bo, jr.', ['u3']],
    ['an address', 'ana@two.example', ['u2']],
    ['the beginning of one name', 'coo', ['g1']],
    ['a name with its address', 'Ana Example <ana@one.example>', ['u1']],
    ['many at once', 'cooks; ana@one.example\nana@two.example', ['g1', 'u1', 'u2']],
  ])('finds %s', (_what, text, keys) => {
    expect(keysOf(text)).toEqual(keys);
  });

  it('takes neither of two people with the same name', () => {
    expect(keysOf('Ana Example')).toBe('several: Ana Example');
    expect(keysOf('cooks, Ana Example')).toBe('several: Ana Example');
    expect(keysOf('an')).toBe('beginnings: an');
  });

  it('names what it cannot find', () => {
    expect(keysOf('cooks, zoe')).toBe('none: zoe');
    expect(keysOf('')).toBe('none: ');
  });
});

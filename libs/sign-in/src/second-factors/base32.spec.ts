import { base32Of } from './base32';

describe('base32', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('writes %j as the vector of RFC 4648 without padding', (text, expected) => {
    expect(base32Of(Buffer.from(text))).toBe(expected);
  });
});

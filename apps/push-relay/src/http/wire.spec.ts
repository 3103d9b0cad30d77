import fc from 'fast-check';
import { RequestIsInvalid } from './errors';
import { base64, int64Of } from './wire';

describe('integers of 64 bits', () => {
  it('are accepted in their canonical form', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(int64Of(String(value))).toBe(String(value));
      }),
    );
  });

  it.each(['', '-', '+1', '01', '-0', '1.0', '1e3', ' 1', '1 ', '0x1', String(2n ** 63n), String(-(2n ** 63n) - 1n)])(
    'do not include %j',
    (text) => {
      expect(int64Of(text)).toBeNull();
    },
  );
});

describe('base64', () => {
  it('is read in its standard form, with its padding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), (bytes) => {
        expect(base64('box', Buffer.from(bytes).toString('base64'))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it.each(['', 'AAA', 'AA', 'AAA-', 'AAA_', 'AAAA\n', 'AAAA====', 'AB==', '!!!!'])('does not include %j', (text) => {
    expect(() => base64('box', text)).toThrow(RequestIsInvalid);
  });
});

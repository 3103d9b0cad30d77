import 'reflect-metadata';
import * as fc from 'fast-check';
import { decode } from './decode';
import { LongInteger } from './long-integer';

class Request {
  @LongInteger({ doc: 'A number.', required: false })
  number?: bigint;
}

const read = (number: string) => decode(Request, { number }).request.number;

describe('LongInteger', () => {
  it('keeps every digit of 64 bits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(read(String(value))).toBe(value);
      }),
    );
  });

  it.each(['9223372036854775808', '-9223372036854775809', '1'.repeat(39)])('rejects %s', (text) =>
    expect(() => read(text)).toThrow('number does not fit into 64 bits'),
  );

  it.each(['"5"', '5.0', '5e2', '05', '+5', '', '[5]', 'true', '0x10', '1'.repeat(10_000)])('rejects %p', (text) =>
    expect(() => read(text)).toThrow('number is not an integer'),
  );

  it('reads null as a missing value', () => {
    expect(read('null')).toBeUndefined();
  });
});

import { retentionDays } from './retention';

describe('retentionDays', () => {
  it.each([
    ['realm_default', null],
    ['"realm_default"', null],
    ['unlimited', -1],
    ['"unlimited"', -1],
    ['1', 1],
    ['3650', 3650],
  ])('reads %s as %s', (text, days) => {
    expect(retentionDays(text)).toBe(days);
  });

  it.each(['', '0', '-1', '1.5', '"30"', '07', 'forever', 'toString', '2147483648', '99999999999'])(
    'refuses %j',
    (text) => {
      expect(retentionDays(text)).toBeUndefined();
    },
  );
});

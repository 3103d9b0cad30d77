import { newRecoveryCode, recoveryCodeIn } from './recovery-code';

describe('recovery codes', () => {
  it('are read as they are written', () => {
    const code = newRecoveryCode();
    expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(recoveryCodeIn(code)).toBe(code.replace('-', ''));
  });

  it('may be typed in capitals, with blanks, and without the hyphen', () => {
    expect(recoveryCodeIn(' ABCDE fghjk ')).toBe('abcdefghjk');
    expect(recoveryCodeIn('abcdefghjk')).toBe('abcdefghjk');
  });

  it.each(['', '123456', 'abcde-fghj', 'abcde-fghjkm', 'abcde-fghj1', 'abcde-fghjl', 'abcde_fghjk'])(
    'do not include %j',
    (typed) => expect(recoveryCodeIn(typed)).toBeNull(),
  );
});

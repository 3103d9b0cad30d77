import fc from 'fast-check';
import { checkedChannelName, oneLine } from './channel-name';

describe('checkedChannelName', () => {
  it.each(['general', 'Straße & Söhne', '#quotes "and" >', '🦊 foxes', 'a'.repeat(60), '🦊'.repeat(60)])(
    'accepts %s',
    (name) => {
      expect(checkedChannelName(name)).toBe(name);
    },
  );

  it('removes white space around the name', () => {
    expect(checkedChannelName(' \t general\n ')).toBe('general');
  });

  it.each(['', '   ', '\n\t'])('refuses a blank name: %j', (name) => {
    expect(() => checkedChannelName(name)).toThrow('cannot be blank');
  });

  it.each(['a'.repeat(61), '🦊'.repeat(61)])('refuses more than 60 code points', (name) => {
    expect(() => checkedChannelName(name)).toThrow('limit: 60');
  });

  it.each([
    ['a\0b', 2],
    ['ab\u0007', 3],
    ['a\nb', 2],
    ['🦊🦊\ud800', 3],
    ['🦊\ufffe', 2],
    ['x\u{1ffff}', 2],
    ['\ufdd0x', 1],
  ])('names the position of the invalid character in %j', (name, position) => {
    expect(() => checkedChannelName(name)).toThrow(`position ${position}`);
  });

  it('returns a valid name unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (given) => {
        let name: string;
        try {
          name = checkedChannelName(given);
        } catch {
          return;
        }
        expect(checkedChannelName(name)).toBe(name);
        expect(name.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('oneLine', () => {
  it('replaces each line break by a space', () => {
    expect(oneLine('one\ntwo\r\nthree\rfour')).toBe('one two three four');
  });
});

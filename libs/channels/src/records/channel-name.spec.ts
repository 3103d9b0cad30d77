import fc from 'fast-check';
import { checkedChannelName, oneLine } from './channel-name';

describe('checkedChannelName', () => {
  it.each(['general', 'Straße & Söhne', '#quotes "and" >', '🦊 foxes', 'a'.repeat(60), '🦊'.repeat(60)])(
    'takes %s',
    (name) => {
      expect(checkedChannelName(name)).toBe(name);
    },
  );

  it('leaves out white space around the name', () => {
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
  ])('says where the invalid character of %j is', (name, position) => {
    expect(() => checkedChannelName(name)).toThrow(`position ${position}`);
  });

  it('answers a name that it takes unchanged', () => {
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
  it('makes one space of each line break', () => {
    expect(oneLine('one\ntwo\r\nthree\rfour')).toBe('one two three four');
  });
});

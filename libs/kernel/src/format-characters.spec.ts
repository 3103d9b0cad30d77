import { normalisedName, strayFormatIn } from './format-characters';

describe('format characters in names', () => {
  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Malayalam, at the end', 'അവന്\u200d'],
    ['Bengali', 'র\u200d্য'],
    ['a family', '👨\u200d👩\u200d👧\u200d👦'],
    ['a skin tone', 'Dr 👩🏽\u200d⚕️'],
    ['a rainbow flag', '🏳️\u200d🌈'],
    ['a flag of tags', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['nothing of it', 'Ávila 中文 ✔'],
  ])('allows needed format characters: %s', (_, name) => expect(strayFormatIn(name)).toBe(-1));

  it.each([
    ['a joiner in Latin', 'Al\u200dice', 2],
    ['a non-joiner in Cyrillic', 'Ан\u200cна', 2],
    ['a joiner at the end of Arabic', 'علی\u200c', 3],
    ['two non-joiners', 'می\u200c\u200cخواهم', 2],
    ['a zero-width space', 'a\u200bb', 1],
    ['a byte order mark', '\ufeffab', 0],
    ['a soft hyphen', 'ab\u00adc', 2],
    ['a change of direction', 'a\u202eb', 1],
    ['a mark of direction', 'ab\u200e', 2],
    ['a joiner behind one emoji', '🐙\u200d', 1],
    ['tags without a flag', 'ab\u{e0067}\u{e0062}\u{e0073}\u{e007f}', 2],
    ['tags without an end', '🏴\u{e0067}\u{e0062}\u{e0073}', 1],
  ])('finds unneeded format characters: %s', (_, name, at) => expect(strayFormatIn(name)).toBe(at));
});

describe('the common form of names that look alike', () => {
  it.each(['everyone', 'Everyone', ' EVERYONE ', 'every\u200bone', 'ｅveryone', 'ᵉveryone'])(
    'is equal for %s',
    (name) => expect(normalisedName(name)).toBe('everyone'),
  );
  it('keeps one space between words', () => expect(normalisedName('Notification\u00a0  bot')).toBe('notification bot'));
});

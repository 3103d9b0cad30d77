import { de } from '../src/i18n/generated/de';
import { en } from '../src/i18n/generated/en';
import { compile } from './compile';
import german from './de.json';
import english from './en.json';

describe('the catalogues', () => {
  it('have the same keys, and the same arguments for each', () => {
    expect(Object.keys(german)).toEqual(Object.keys(english));
    expect(() => compile('de', german, english)).not.toThrow();
    expect(Object.keys(de)).toEqual(Object.keys(en));
  });

  it('leave no message empty', () => {
    const messages = [...Object.entries(english), ...Object.entries(german)];
    expect(messages.filter(([, message]) => message.trim() === '')).toEqual([]);
  });

  it.each([
    [0, '0 new messages', '0 neue Nachrichten'],
    [1, '1 new message', '1 neue Nachricht'],
    [2, '2 new messages', '2 neue Nachrichten'],
    [12_345, '12,345 new messages', '12.345 neue Nachrichten'],
  ])('count %d in the forms of each language', (n, inEnglish, inGerman) => {
    expect([en.newBelow(n), de.newBelow(n)]).toEqual([inEnglish, inGerman]);
  });

  it('omit unread messages when there are none', () => {
    expect([en.withUnread('general', 0), en.withUnread('general', 3)]).toEqual(['general', 'general, 3 unread']);
  });

  it.each([
    [1, 'Ana is typing', 'Ana schreibt'],
    [2, 'Ana are typing', 'Ana schreiben'],
    [3, 'Several people are typing', 'Mehrere Personen schreiben'],
  ])('agree with %d users who are typing', (n, inEnglish, inGerman) => {
    expect([en.typing(n, 'Ana'), de.typing(n, 'Ana')]).toEqual([inEnglish, inGerman]);
  });
});

describe('a catalogue', () => {
  it('compiles to strings, and functions of the arguments in the order of the English message', () => {
    const source = { hello: "Say `$'{hello}'`", of: '{part} of {n, plural, one {#} other {# or {part}}}' };
    const module = compile('en', source, source);
    expect(module).toContain('hello: `Say \\`\\${hello}\\``');
    expect(module).toContain('of: (part: string, n: number): string =>');
    const other = compile('de', { hello: 'Hallo', of: '{n, plural, one {#} other {#}} - {part}' }, source);
    expect(other).toContain('of: (part: string, n: number): string =>');
  });

  it.each([
    [{}, 'de.json lacks "days"'],
    [{ days: '{n, plural, one {# Tag} other {# Tage}}', nights: '' }, 'has keys that en.json lacks: nights'],
    [{ days: '{count} Tage' }, 'English has no argument count'],
    [{ days: '{n, number} Tage, {name, number}' }, 'name is no number in English'],
    [{ days: '{n, plural, few {# Tage} other {# Tage}}' }, 'the language has no plural form "few"'],
    [{ days: '{n' }, '"days": '],
  ])('is rejected if it differs from the English one: %j', (catalogue, complaint) => {
    const source = { days: '{n, plural, one {# day} other {# days}} {name}' };
    expect(() => compile('de', catalogue, source)).toThrow(complaint);
  });
});

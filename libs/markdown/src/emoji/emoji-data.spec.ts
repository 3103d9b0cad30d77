import { render } from '../renderer';
import { noReferences } from '../testing/sample-references';
import { codeOf, emojiData, isUnicodeEmoji, namesOf } from './emoji-data';

const html = (source: string): string => render(source, noReferences).html;

describe('the names of emoji', () => {
  it.each([
    ['smile', '1f642'],
    ['tada', '1f389'],
    ['thumbs_up', '1f44d'],
    ['+1', '1f44d'],
    ['heart', '2764'],
    ['working_on_it', '1f6e0'],
    ['octopus', '1f419'],
    ['transgender_flag', '1f3f3-fe0f-200d-26a7-fe0f'],
    ['one', '0031-fe0f-20e3'],
  ])('%s is %s', (name, code) => {
    expect(codeOf(name)).toBe(code);
    expect(isUnicodeEmoji(name, code)).toBe(true);
    expect(namesOf(code)).toContain(name);
  });

  it('belong to one emoji each', () => {
    expect(codeOf('not_real')).toBeUndefined();
    expect(codeOf('constructor')).toBeUndefined();
    expect(namesOf('ffff')).toEqual([]);
    expect(isUnicodeEmoji('smile', '1f389')).toBe(false);
    expect(isUnicodeEmoji('not_real', '1f389')).toBe(false);
  });

  it.each([
    ['+1_tone3', '1f44d-1f3fd'],
    ['raised_hand_tone1', '270b-1f3fb'],
  ])('may have a skin tone: %s is %s', (name, code) => {
    expect(isUnicodeEmoji(name, code)).toBe(true);
    expect(namesOf(code)).toContain(name);
  });

  it.each([
    ['+1_tone3', '1f44d-1f3fc'],
    ['+1_tone6', '1f44d-1f3ff'],
    ['+1', '1f44d-1f3fd'],
    ['tada_tone1', '1f389-1f3fb'],
    ['not_real_tone1', '1f44d-1f3fb'],
  ])('have no other skin tones: %s is not %s', (name, code) => {
    expect(isUnicodeEmoji(name, code)).toBe(false);
  });

  it('have the tone of a sequence behind its first character, if it shows one person', () => {
    for (const code of Object.keys(emojiData().code_to_names)) {
      const toned = namesOf(code).map((name) => `${name}_tone2`);
      const [first, ...rest] = code.split('-');
      const withTone = [first, '1f3fc', ...(rest[0] === 'fe0f' ? rest.slice(1) : rest)].join('-');
      expect([[], toned]).toContainEqual(namesOf(withTone));
    }
    expect(namesOf('1f469-1f3fc-200d-1f4bb')[0]).toMatch(/_tone2$/);
    expect(namesOf('1f468-1f3fc-200d-1f469-200d-1f466')).toEqual([]);
  });

  it('are listed for clients by code, each name once', () => {
    const { code_to_names } = emojiData();
    expect(code_to_names['1f389'][0]).toBe('tada');
    expect(code_to_names['1f44d']).toEqual(expect.arrayContaining(['+1', 'thumbs_up']));
    const names = Object.values(code_to_names).flat();
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^[\w+-]+$/.test(name))).toBe(true);
    expect(Object.keys(code_to_names).every((code) => /^[\da-f]{4,5}(?:-[\da-f]{4,5})*$/.test(code))).toBe(true);
  });
});

describe('emoji as characters', () => {
  it('become the emoji of their code, by its first name', () => {
    for (const [code, [name]] of Object.entries(emojiData().code_to_names)) {
      const points = code.split('-').map((point) => parseInt(point, 16));
      const characters = String.fromCodePoint(...points, ...(points.length === 1 ? [0xfe0f] : []));
      expect(html(`a${characters}b`)).toContain(
        `a<span aria-label="${name.replaceAll('_', ' ')}" class="emoji emoji-${code}"`,
      );
    }
  });

  it.each([
    ['symbols of text', '↔ ❤ ☺ ™ © 1 # *'],
    ['text by selector', '🎉\uFE0E'],
    ['skin tones', '👍🏽 👩🏽\u200D💻'],
    ['unknown sequences', '🎉\u200D🥖'],
    ['half a flag', '🇩'],
    ['two halves that are no flag', '🇽🇽'],
    ['a joiner alone', 'a\u200Db'],
  ])('stay as they are: %s', (_name, text) => expect(html(text)).toBe(`<p>${text}</p>`));

  it.each([
    ['without selectors', '🏳\u200D🌈', ['1f3f3-fe0f-200d-1f308']],
    ['one behind the other', '🎉🥖🇩🇪🇫🇷', ['1f389', '1f956', '1f1e9-1f1ea', '1f1eb-1f1f7']],
    ['keycaps', '1️⃣#⃣', ['0031-fe0f-20e3', '0023-fe0f-20e3']],
    ['families', '👩‍💻!', ['1f469-200d-1f4bb']],
  ])('%s', (_name, text, codes) => {
    expect(Array.from(html(text).matchAll(/emoji-([\da-f-]+)"/g), ([, code]) => code)).toEqual(codes);
  });
});

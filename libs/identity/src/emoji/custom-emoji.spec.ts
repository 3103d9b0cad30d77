import fc from 'fast-check';
import { emojiName } from './custom-emoji';
import { EmojiNameIsInvalid } from './custom-emoji.errors';
import { pictureKey } from '../pictures/picture';

const NAME = 'abcdefghijklmnopqrstuv-_';

describe('names of emoji', () => {
  it.each([
    ['party', 'party'],
    [' two words ', 'two_words'],
    ['a.b-c_1', 'a.b-c_1'],
  ])('stores %j as %j', (given, name) => {
    expect(emojiName(given)).toBe(name);
  });

  it.each(['', ' ', 'A', 'é', 'a:b', 'a/b', 'a.', 'a-', '_', 'x'.repeat(61), 'a\0b', 'a\u202eb'])(
    'refuses %j',
    (given) => {
      expect(() => emojiName(given)).toThrow(EmojiNameIsInvalid);
    },
  );
});

describe('keys of pictures', () => {
  it('contain only names and endings that the server chooses', () => {
    expect(pictureKey('emoji', 2, `${NAME}.gif`)).toBe(`emoji/2/${NAME}.gif`);
    expect(pictureKey('avatar', 2, `${NAME}-medium.png`)).toBe(`avatar/2/${NAME}-medium.png`);
    for (const file of [
      `${NAME}.svg`,
      `${NAME}.png.html`,
      `${NAME}x.png`,
      `../${NAME}.png`,
      `${NAME}/../x.png`,
      '.png',
    ])
      expect(pictureKey('avatar', 2, file)).toBeNull();
  });

  it('never lead out of their folder', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('avatar' as const, 'emoji' as const, 'organization' as const),
        (file, kind) => {
          const key = pictureKey(kind, 7, file);
          expect(
            key === null || /^(avatar|emoji|organization)\/7\/[\w-]{24}(-medium|-still)?\.(png|gif)$/.test(key),
          ).toBe(true);
        },
      ),
    );
  });
});

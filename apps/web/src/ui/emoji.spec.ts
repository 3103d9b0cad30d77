import { glyphOf } from './emoji';

describe('an emoji of Unicode', () => {
  it.each([
    ['1f44d', 'thumbs up', '👍'],
    ['2764', 'heart', '❤\ufe0f'],
    ['1f1eb-1f1ee', 'finland', '🇫🇮'],
    ['zulip', 'zulip', ':zulip:'],
  ])('of the code %s is shown as a picture', (code, name, glyph) => {
    expect(glyphOf(code, name)).toBe(glyph);
  });
});

import { choicesFor, withTone } from './emoji';

const NAMED = [
  { name: '+1', code: '1f44d' },
  { name: 'tada', code: '1f389' },
  { name: 'stadium', code: '1f3df' },
  { name: 'thumbs_up', code: '1f44d' },
];
const CUSTOM = {
  5: { id: '5', name: 'green_tick', source_url: '/user_avatars/5.png', deactivated: false },
  6: { id: '6', name: 'old', source_url: '/user_avatars/6.png', deactivated: true },
};
const names = (query: string): string[] => choicesFor(query, NAMED, CUSTOM).map(({ emoji_name }) => emoji_name);

describe('the emoji to choose from', () => {
  it.each([
    ['', ['green_tick', '+1', 'tada', 'stadium']],
    ['tad', ['tada', 'stadium']],
    ['thumbs up', ['thumbs_up']],
    [':Green', ['green_tick']],
    ['old', []],
  ])('for %j are %j', (query, expected) => {
    expect(names(query)).toEqual(expected);
  });
});

describe('the skin tone that was chosen', () => {
  const toned = (emoji_name: string, emoji_code: string, tone: number) => {
    const one = withTone({ emoji_name, emoji_code, reaction_type: 'unicode_emoji', address: null }, tone);
    return [one.emoji_name, one.emoji_code];
  };

  it.each([
    ['+1', '1f44d', 3, ['+1_tone3', '1f44d-1f3fd']],
    ['+1', '1f44d', 0, ['+1', '1f44d']],
    ['tada', '1f389', 3, ['tada', '1f389']],
    ['detective', '1f575-fe0f-200d-2642-fe0f', 1, ['detective_tone1', '1f575-1f3fb-200d-2642-fe0f']],
    ['family', '1f468-200d-1f469-200d-1f466', 1, ['family', '1f468-200d-1f469-200d-1f466']],
  ])('of %s, %s, %i', (name, code, tone, expected) => {
    expect(toned(name, code, tone)).toEqual(expected);
  });
});

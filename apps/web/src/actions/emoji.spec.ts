import { choicesFor } from './emoji';

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

import { settingChange } from './subscription-property.parameter';

describe('settingChange', () => {
  it.each([
    ['is_muted', true, { setting: 'isMuted', value: true }],
    ['in_home_view', true, { setting: 'isMuted', value: false }],
    ['pin_to_top', false, { setting: 'pinToTop', value: false }],
    ['wildcard_mentions_notify', true, { setting: 'wildcardMentionsNotify', value: true }],
    ['color', '#ABC', { setting: 'color', value: '#ABC' }],
  ])('reads %s', (property, value, change) => {
    expect(settingChange(property, value)).toEqual(change);
  });

  it.each([
    ['invisible', true, 'Unknown subscription property: invisible'],
    ['toString', true, 'Unknown subscription property: toString'],
    ['__proto__', true, 'Unknown subscription property: __proto__'],
    ['is_muted', 'true', 'is_muted is not a boolean'],
    ['color', true, 'color is not a string'],
    ['color', 'blue', 'color is not a valid hex color code'],
  ])('refuses %s = %j', (property, value, message) => {
    expect(() => settingChange(property, value)).toThrow(message);
  });
});

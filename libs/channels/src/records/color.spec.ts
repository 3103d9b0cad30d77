import { checkedColor, nextColor, PALETTE } from './color';

describe('checkedColor', () => {
  it.each(['#A1B2C3', '#abc', '#abcd', '#12345'])('leaves %s as it is', (given) => {
    expect(checkedColor(given)).toBe(given);
  });

  it.each(['', 'red', '123456', '#12', '#12345g', '#1234567', '#abc\n'])('refuses %j', (given) => {
    expect(() => checkedColor(given)).toThrow('not a valid hex color code');
  });
});

describe('nextColor', () => {
  it('uses the palette without repetition, and grey after that', () => {
    const used = new Set<string>();
    const given = PALETTE.map(() => {
      const color = nextColor(used);
      used.add(color);
      return color;
    });
    expect(given).toEqual(PALETTE);
    expect(nextColor(used)).toBe('#c2c2c2');
  });
});

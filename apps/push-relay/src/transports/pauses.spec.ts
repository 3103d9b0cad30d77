import { Pauses } from './pauses';

describe('Pauses', () => {
  it('end after their time', () => {
    const pauses = new Pauses();
    pauses.add('a', 1_000, 500);
    expect([pauses.leftMs('a', 1_000), pauses.leftMs('a', 1_400), pauses.leftMs('a', 1_500)]).toEqual([500, 100, 0]);
    expect(pauses.leftMs('b', 1_000)).toBe(0);
  });

  it('are not shortened by a shorter one', () => {
    const pauses = new Pauses();
    pauses.add('a', 0, 500);
    pauses.add('a', 100, 100);
    expect(pauses.leftMs('a', 100)).toBe(400);
  });

  it('are limited in number: ended ones are dropped first, then the oldest', () => {
    const pauses = new Pauses();
    pauses.add('long', 0, 1_000_000);
    pauses.add('over', 0, 1);
    for (let i = 0; i < 9_999; i++) pauses.add(`device ${i}`, 10, 1_000);
    expect(pauses.leftMs('long', 10)).toBe(999_990);
    pauses.add('one more', 10, 1_000);
    expect(pauses.leftMs('long', 10)).toBe(0);
    expect(pauses.leftMs('one more', 10)).toBe(1_000);
  });
});

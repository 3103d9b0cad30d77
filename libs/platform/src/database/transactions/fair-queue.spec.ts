import { FairQueue } from './fair-queue';

describe('a line with turns of owners', () => {
  const lineOf = (owners: number[]) => {
    const line = new FairQueue<{ owner: number; at: number }>();
    owners.forEach((owner, at) => line.add({ owner, at }));
    const take = (most: number, perOwner = 9, busy: number[] = []) =>
      line.take({ most, perOwner }, new Set(busy)).map(({ at }) => at);
    return { line, take };
  };
  const OWNERS = [1, 1, 1, 2, 1, 3, 2];

  it.each([
    { most: 3, perOwner: 9, busy: [], taken: [0, 3, 5] },
    { most: 5, perOwner: 9, busy: [], taken: [0, 1, 3, 5, 6] },
    { most: 7, perOwner: 9, busy: [], taken: [0, 1, 2, 3, 4, 5, 6] },
    { most: 7, perOwner: 2, busy: [], taken: [0, 1, 3, 5, 6] },
    { most: 7, perOwner: 9, busy: [1], taken: [3, 5, 6] },
  ])(
    'gives each owner a place before any has two: $most places, $perOwner of one, busy $busy',
    ({ most, perOwner, busy, taken }) => {
      const { line, take } = lineOf(OWNERS);
      expect(take(most, perOwner, busy)).toEqual(taken);
      expect(line.length).toBe(OWNERS.length - taken.length);
    },
  );

  it('puts those who had a place behind the others', () => {
    const { line, take } = lineOf(OWNERS);
    expect([take(2), take(2), take(2), take(2)]).toEqual([[0, 3], [1, 5], [2, 6], [4]]);
    expect(line.length).toBe(0);
  });
});

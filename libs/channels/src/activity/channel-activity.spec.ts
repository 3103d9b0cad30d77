import { isRecentlyActive, weeklyTraffic } from './channel-activity';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 21);
const ago = (days: number): number => NOW - days * DAY;

describe('a channel is recently active', () => {
  it.each([
    ['for half a year after its newest message', ago(900), ago(179.9), true],
    ['no longer after that', ago(900), ago(180), false],
    ['for half a year after it was made', ago(179.9), null, true],
    ['not when it is older and nothing was ever written', ago(180), null, false],
    ['from when it was made, whatever came to it from elsewhere', ago(10), ago(400), true],
  ])('%s', (_, createdAt, newestAt, expected) => {
    expect(isRecentlyActive(NOW, createdAt, newestAt)).toBe(expected);
  });
});

describe('the weekly traffic of a channel', () => {
  it.each([
    ['is unknown in its first week', 6.9, 50, null],
    ['is what there was of one week', 7, 50, 50],
    ['is the mean of some weeks', 14, 50, 25],
    ['is the mean of four weeks at most', 900, 50, 13],
    ['is 0 where nothing was written', 900, 0, 0],
    ['is 1 where hardly anything was', 900, 1, 1],
    ['has two digits', 28, 4_940, 1_200],
    ['has two digits when it is rounded up', 28, 3_992, 1_000],
  ])('%s', (_, age, recent, expected) => {
    expect(weeklyTraffic(NOW, ago(age), recent)).toBe(expected);
  });
});

import type { MeasuredMetric } from '@app/platform';
import { Rounds } from './rounds';

const metric = (name: string) => [{ name } as MeasuredMetric];

describe('measurements of several processes', () => {
  it('are complete when all processes have answered', async () => {
    const rounds = new Rounds();
    const asked: number[] = [];
    const first = rounds.collect((round) => asked.push(round) && 2);
    const second = rounds.collect((round) => asked.push(round) && 1);
    rounds.answer(asked[1], metric('c'));
    rounds.answer(asked[0], metric('a'));
    rounds.answer(asked[0], metric('b'));
    rounds.answer(asked[0], metric('late'));
    expect(await first).toEqual([metric('a'), metric('b')]);
    expect(await second).toEqual([metric('c')]);
  });

  it('are empty without a process', async () => {
    expect(await new Rounds().collect(() => 0)).toEqual([]);
  });

  it('omit a process that does not answer', async () => {
    jest.useFakeTimers();
    try {
      const rounds = new Rounds();
      const found = rounds.collect((round) => {
        rounds.answer(round, metric('a'));
        return 2;
      });
      jest.advanceTimersByTime(5_000);
      expect(await found).toEqual([metric('a')]);
    } finally {
      jest.useRealTimers();
    }
  });
});

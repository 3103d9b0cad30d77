import type { Log } from '../log/log';
import type { Worker } from './worker';
import { WorkerLoop } from './worker-loop';

const SECOND = 1_000;

describe('WorkerLoop', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Each pass answers with the next of these; then that there is nothing more. */
  function loopOf(...answers: (boolean | Error | Promise<boolean>)[]) {
    const signals: AbortSignal[] = [];
    const warned: unknown[] = [];
    const worker: Worker = {
      name: 'tester',
      everyMs: 10 * SECOND,
      work: async (signal) => {
        signals.push(signal);
        const answer = await (answers.shift() ?? false);
        if (answer instanceof Error) throw answer;
        return answer;
      },
      backlog: async () => ({ waiting: 0, oldestSeconds: 0 }),
    };
    const log = { warn: (message: string) => warned.push(message) } as unknown as Log;
    return { loop: new WorkerLoop(worker, log, { longestRestMs: 45 * SECOND }), worker, signals, warned };
  }

  it('runs at the start, and then at intervals', async () => {
    const { loop, signals } = loopOf();
    loop.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(signals).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(10 * SECOND);
    expect(signals).toHaveLength(2);
    await loop.stop();
  });

  it('continues at once while there is more', async () => {
    const { loop, signals } = loopOf(true, true, false);
    loop.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(signals).toHaveLength(3);
    await loop.stop();
  });

  it('runs at once on a nudge, also on one during a run', async () => {
    let finish: (more: boolean) => void = () => undefined;
    const { loop, signals } = loopOf(false, new Promise<boolean>((resolve) => (finish = resolve)));
    loop.start();
    await jest.advanceTimersByTimeAsync(0);
    loop.nudge();
    await jest.advanceTimersByTimeAsync(0);
    expect(signals).toHaveLength(2);
    loop.nudge();
    finish(false);
    await jest.advanceTimersByTimeAsync(0);
    expect(signals).toHaveLength(3);
    await loop.stop();
  });

  it('rests twice as long after each pass in vain, up to the longest rest, until there is traffic', async () => {
    const { loop, signals } = loopOf();
    const passesIn = async (seconds: number) => {
      const before = signals.length;
      await jest.advanceTimersByTimeAsync(seconds * SECOND);
      return signals.length - before;
    };
    loop.start();
    const rests = [0, 10, 20, 40, 45, 45];
    for (const seconds of rests) expect(await passesIn(seconds)).toBe(1);
    await passesIn(20);
    loop.stir();
    expect([await passesIn(9), await passesIn(1), await passesIn(19), await passesIn(1)]).toEqual([0, 1, 0, 1]);
    await loop.stop();
  });

  it('rests no longer than usual after work and while there is traffic', async () => {
    const { loop, signals } = loopOf(false, true, false);
    loop.start();
    await jest.advanceTimersByTimeAsync(10 * SECOND);
    expect(signals).toHaveLength(3);
    await jest.advanceTimersByTimeAsync(10 * SECOND);
    expect(signals).toHaveLength(4);
    for (let seconds = 0; seconds < 40; seconds += 5) {
      loop.stir();
      await jest.advanceTimersByTimeAsync(5 * SECOND);
    }
    expect(signals).toHaveLength(8);
    await loop.stop();
  });

  it('ends a rest when a row is due', async () => {
    const { loop, worker, signals } = loopOf();
    worker.dueInMs = async () => 12 * SECOND;
    loop.start();
    await jest.advanceTimersByTimeAsync(22 * SECOND);
    expect(signals).toHaveLength(3);
    worker.dueInMs = async () => -SECOND;
    await jest.advanceTimersByTimeAsync(22 * SECOND);
    expect(signals).toHaveLength(5);
    await loop.stop();
  });

  it('waits longer after each failure, in spite of nudges, and not after a success', async () => {
    const { loop, signals, warned } = loopOf(new Error('one'), new Error('two'), false);
    loop.start();
    await jest.advanceTimersByTimeAsync(0);
    loop.nudge();
    await jest.advanceTimersByTimeAsync(499);
    expect(signals).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(signals).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(999);
    expect(signals).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(1);
    expect([signals.length, warned.length]).toEqual([3, 2]);
    loop.nudge();
    await jest.advanceTimersByTimeAsync(0);
    expect(signals).toHaveLength(4);
    await loop.stop();
  });

  it('stops after the current run, and never starts again', async () => {
    let finish: (more: boolean) => void = () => undefined;
    const { loop, signals } = loopOf(new Promise<boolean>((resolve) => (finish = resolve)));
    loop.start();
    await jest.advanceTimersByTimeAsync(0);
    let hasStopped = false;
    const stopped = loop.stop().then(() => (hasStopped = true));
    expect(signals[0].aborted).toBe(true);
    await jest.advanceTimersByTimeAsync(0);
    expect(hasStopped).toBe(false);
    finish(true);
    await stopped;
    loop.nudge();
    await jest.advanceTimersByTimeAsync(60 * SECOND);
    expect(signals).toHaveLength(1);
  });
});

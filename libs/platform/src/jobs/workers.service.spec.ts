import type { Log } from '../log/log';
import { Metrics } from '../metrics/metrics';
import { Workers } from './workers.service';

describe('Workers', () => {
  it('shows the other metrics while a backlog cannot be read', async () => {
    const metrics = new Metrics();
    const workers = new Workers({} as Log, metrics);
    let isDatabaseUnavailable = false;
    const backlog = async () => {
      if (isDatabaseUnavailable) throw new Error('the database is away');
      return { waiting: 3, oldestSeconds: 7 };
    };
    workers.add({ name: 'tester', everyMs: 1_000, work: async () => false, backlog });

    expect(await metrics.registry.metrics()).toContain('parley_backlog{worker="tester"} 3');
    isDatabaseUnavailable = true;
    const shown = await metrics.registry.metrics();
    expect(shown).toContain('parley_process_cpu_seconds_total');
    expect(shown).not.toContain('worker="tester"');
  });

  it('shows the other metrics when the database does not answer', async () => {
    const metrics = new Metrics();
    const workers = new Workers({} as Log, metrics);
    const silence = new Promise<never>(() => undefined);
    for (const name of ['first', 'second'])
      workers.add({ name, everyMs: 1_000, work: async () => false, backlog: () => silence });

    expect(await metrics.registry.metrics()).toContain('parley_process_cpu_seconds_total');
  });

  it('starts its workers one after the other, and a nudged one at once', async () => {
    jest.useFakeTimers();
    const begun: string[] = [];
    const workers = new Workers({} as Log, new Metrics());
    for (const name of ['first', 'second', 'third', 'fourth']) {
      const work = async () => begun.push(name) === 0;
      workers.add({ name, everyMs: 60_000, work, backlog: async () => ({ waiting: 0, oldestSeconds: 0 }) });
    }
    workers.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['first']);
    workers.nudge('fourth');
    await jest.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['first', 'fourth']);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(begun).toEqual(['first', 'fourth', 'second', 'third']);
    await workers.beforeApplicationShutdown();
    jest.useRealTimers();
  });
});

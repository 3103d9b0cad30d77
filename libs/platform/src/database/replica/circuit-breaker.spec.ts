import { CircuitBreaker } from './circuit-breaker';

describe('CircuitBreaker', () => {
  let circuit: CircuitBreaker;
  beforeEach(() => (circuit = new CircuitBreaker()));

  const admitted = (...times: number[]) => times.filter((now) => circuit.admits(now));

  it('admits every caller while nothing fails', () => {
    expect(admitted(0, 0, 1)).toEqual([0, 0, 1]);
    expect(circuit.isHealthy).toBe(true);
  });

  it('lets a single caller try a second after a fault, and all when that succeeds', () => {
    circuit.failed(0);
    expect(admitted(0, 999, 1_000, 1_001)).toEqual([1_000]);
    circuit.succeeded();
    expect(admitted(1_002, 1_002)).toEqual([1_002, 1_002]);
  });

  it('doubles the pause with each fault, up to half a minute', () => {
    const pauses = Array.from({ length: 7 }, () => {
      const now = 1_000_000;
      circuit.admits(now);
      circuit.failed(now);
      const [seconds] = [1, 2, 4, 8, 16, 30].filter((pause) => circuit.admits(now + pause * 1_000));
      return seconds;
    });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
  });

  it('counts requests that fail together as one fault', () => {
    for (const now of [0, 1, 2]) circuit.failed(now);
    expect(admitted(1_000)).toEqual([1_000]);
  });

  it('lets another caller try if the first one never reports', () => {
    circuit.failed(0);
    expect(admitted(1_000, 30_999, 31_000)).toEqual([1_000, 31_000]);
  });
});

import { ThrottledBatches } from './throttled-batches';

describe('What is read out of messages that arrive', () => {
  let told: (readonly string[])[];
  let gathered: ThrottledBatches<string>;

  beforeEach(() => {
    jest.useFakeTimers();
    told = [];
    gathered = new ThrottledBatches((names) => told.push(names));
  });
  afterEach(() => jest.useRealTimers());

  it('comes at once for one message, and together for those that follow soon', () => {
    gathered.add(['ana']);
    expect(told).toEqual([['ana']]);
    for (const name of ['bo', 'cy', 'bo']) gathered.add([name]);
    expect(told).toHaveLength(1);
    jest.runOnlyPendingTimers();
    expect(told).toEqual([['ana'], ['bo', 'cy', 'bo']]);
  });

  it('comes at once again after a while in which nothing came', () => {
    gathered.add(['ana']);
    jest.runAllTimers();
    gathered.add(['bo']);
    expect(told).toEqual([['ana'], ['bo']]);
  });

  it('is forgotten with its view, and nothing of no messages is said', () => {
    gathered.add([]);
    gathered.add(['ana']);
    gathered.add(['bo']);
    gathered.stop();
    jest.runAllTimers();
    expect(told).toEqual([['ana']]);
  });
});

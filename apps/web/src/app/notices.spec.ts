import { Notices, wordsOf } from './notices';

describe('the notices', () => {
  let notices: Notices;
  const words = () => notices.shown.value && wordsOf(notices.shown.value);
  const undo = () => undefined;

  beforeEach(() => {
    jest.useFakeTimers();
    notices = new Notices();
  });
  afterEach(() => jest.useRealTimers());

  it('show the former that can be undone again when the later ones are over, dropped or taken back', () => {
    notices.say('Muted.', undo);
    notices.say('Moved.', undo, 'plans');
    notices.say('Copied.');
    expect(words()).toBe('Copied.');
    jest.advanceTimersByTime(10_000);
    expect(words()).toBe('Before that: Moved. · plans');
    jest.advanceTimersByTime(19_999);
    notices.drop('Undone.');
    expect(words()).toBe('Before that: Muted.');
    expect(notices.spoken.value?.text).toBe('Undone. Before that: Muted.');
    jest.advanceTimersByTime(20_000);
    expect(words()).toBeNull();
  });

  it('keep a failure that stays until it is closed or over, below what comes later', () => {
    notices.fail('Not sent to plans.', true);
    jest.advanceTimersByTime(3_600_000);
    expect(words()).toBe('Not sent to plans.');
    notices.say('Copied.');
    jest.advanceTimersByTime(10_000);
    expect(words()).toBe('Before that: Not sent to plans.');
    notices.end('Not sent to plans.');
    expect(words()).toBeNull();
  });

  it('keep every failure that stays, however many come and can be undone', () => {
    const failures = ['a', 'b', 'c', 'd'];
    for (const text of failures) notices.fail(text, true);
    for (const text of ['one', 'two', 'three']) notices.say(text, undo);
    jest.advanceTimersByTime(60_000);
    const seen: (string | null)[] = [];
    for (const _ of failures) {
      seen.push(words());
      notices.drop();
    }
    expect(seen).toEqual(['d', 'c', 'b', 'a'].map((text) => `Before that: ${text}`));
    expect(words()).toBeNull();
  });

  it('keep three that can be undone', () => {
    for (const text of ['one', 'two', 'three', 'four']) notices.say(text, undo);
    const seen = [words()];
    for (; words() !== null; seen.push(words())) notices.drop();
    expect(seen).toEqual(['four', 'Before that: three', 'Before that: two', null]);
  });

  it('stay while they are held, and go after their time when they are let go', () => {
    notices.say('one', undo);
    notices.hold();
    jest.advanceTimersByTime(60_000);
    notices.say('two', undo);
    jest.advanceTimersByTime(60_000);
    expect(words()).toBe('two');
    notices.release();
    jest.advanceTimersByTime(20_000);
    expect(words()).toBe('Before that: one');
  });

  it('take back the offer of what has changed since, wherever it is', () => {
    const [first, second] = [() => undefined, () => undefined];
    notices.say('one', first);
    notices.say('two', second);
    expect(notices.withdraw(first)).toBe(false);
    expect(words()).toBe('two');
    expect(notices.withdraw(second)).toBe(true);
    expect(words()).toBeNull();
  });
});

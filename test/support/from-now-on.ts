/**
 * Matches the time, in Unix seconds, of what happens between this call and the comparison: a busy machine may take long
 * for it. With `secondsEarlier` for times that are that much earlier. A second more or less is rounding.
 */
export function fromNowOn() {
  const begun = Math.floor(Date.now() / 1_000);
  return (secondsEarlier = 0) => ({
    asymmetricMatch: (time: unknown): boolean =>
      typeof time === 'number' &&
      time + secondsEarlier >= begun - 1 &&
      time + secondsEarlier <= Math.ceil(Date.now() / 1_000) + 1,
  });
}

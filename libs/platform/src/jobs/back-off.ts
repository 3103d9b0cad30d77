const FIRST_MS = 500;
const LONGEST_MS = 300_000;

/** The pause after a number of failures in a row: doubled each time, up to five minutes. */
export const backOff = (failures: number): number =>
  failures < 1 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (Math.min(failures, 30) - 1));
